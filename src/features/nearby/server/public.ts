/** The server-side API of this feature for other features. */
export { commonShareOf, pointsOf, scoreOf } from '../rules.ts'
export { forgetInAreas, repairAreas } from './areas/repair.ts'
export { touchArea } from './areas/touch.ts'
export { bandBetween } from './band.ts'
export { parseList, parseVisibility } from './json.ts'
export { assess, rankIn, type Assessed } from './score.ts'
