export { subscribedStatement } from './queries.ts'
export { isPushOn } from './settings.ts'
