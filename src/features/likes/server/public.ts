export { finishMatches } from './announce.ts'
export { hasUndo, remainingLikesStatement, toLikesLeft } from './likes-left.ts'
export { relationshipColumns, relationshipOf, relationshipStatement, toRelationship } from './relationship.ts'
export { hasPassedSql, likesSql } from './relationship-sql.ts'
