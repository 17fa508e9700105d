/** The server-side API of this feature for pages. */
export { findPublicStatement, listPublicStatement, ownPublicStatement } from './queries.ts'
export { toOwnPublicProfile, toPublicCard, toPublicPage } from './view.ts'
