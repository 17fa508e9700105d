/** The server-side API of this feature for other features. */
export { citySeeds } from './cities.ts'
export { cityGroups } from './city-groups.ts'
export { viewPlace } from './places/view-place.ts'
export { moveToPlace, movesOf, parsePlace, placeFields } from './place.ts'
export { boostPlace, mostParentsNear, moveToCell, nearParentsSql, withinBoxSql } from './queries.ts'
export { parentOf } from '../grid.ts'
export { distanceBand, mayReach, parentsAround } from '../rules.ts'
