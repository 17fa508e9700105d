/** The server-side API of this feature for other features. */
export { pointsOf, scoreOf } from '../rules.ts'
export { bandBetween } from './people.ts'
