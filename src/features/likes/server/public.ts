export { finishMatches } from './announce.ts'
export { hasUndo, remainingLikesStatement, toLikesLeft } from './likes-left.ts'
export { manyLikesStatement } from './queries.ts'
export { relationshipColumns, relationshipOf, relationshipStatement, toRelationship } from './relationship.ts'
