export { queuePush } from './queue-push.ts'
export { subscribedStatement } from './queries.ts'
export { isPushOn } from './settings.ts'
