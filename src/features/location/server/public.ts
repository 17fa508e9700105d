/** What other features may use of this one on the server. */
export { moveToCell, nearParentsSql, withinBoxSql } from './queries.ts'
