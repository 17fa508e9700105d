export { recordVisit } from './queries.ts'
