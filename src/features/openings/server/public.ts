/** Functions that other features and pages may use on the server. */
export { openingOf, toOpenings, toSharedOpening } from './load-openings.ts'
export { materialStatement, type MatchName } from './queries.ts'
