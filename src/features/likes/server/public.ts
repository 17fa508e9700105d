export { finishMatches } from './announce.ts'
export { hasUndo, remainingLikesStatement, toLikesLeft } from './likes-left.ts'
export {
  hasPassedSql,
  likesSql,
  relationshipColumns,
  relationshipOf,
  relationshipStatement,
  toRelationship,
} from './relationship.ts'
