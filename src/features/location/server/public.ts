/** What other features may use of this one on the server. */
export { cellColumnsOf } from '../rules.ts'
export { moveToCell, nearParentsSql, withinBoxSql } from './queries.ts'
