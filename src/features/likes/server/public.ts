export { finishMatches } from './announce.ts'
export { hasUndo, remainingLikesStatement, toLikesLeft } from './likes-left.ts'
export { manyLikesStatement } from './queries.ts'
export { findMutualMatch, finishMutualMatch, mayMatchAsStrangers, writeMutualMatch, type MutualMatch } from './mutual-match.ts'
export {
  hasPassedSql,
  likesSql,
  relationshipColumns,
  relationshipOf,
  relationshipStatement,
  toRelationship,
} from './relationship.ts'
