export { finishMatches } from './announce.ts'
export { hasUndo, remainingLikesStatement, toLikesLeft } from './likes-left.ts'
export { standingColumns, standingOf, standingStatement, toStanding } from './standing.ts'
export { hasPassedSql, likesSql } from './standing-sql.ts'
