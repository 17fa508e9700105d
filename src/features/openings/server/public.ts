/** What other features and pages may use of this one on the server. */
export { openingOf, toOpenings } from './openings.ts'
export { materialStatement } from './queries.ts'
