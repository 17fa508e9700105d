/** What other features may use of this one on the server. */
export {
  ageOn,
  commonGround,
  completenessOf,
  dayNumber,
  genderMask,
  gendersOf,
  isActivityStale,
  isIntent,
  isInterest,
  utcDay,
} from '../rules.ts'
export { findGroundStatement, isVisibleStatement, noteActivity, notBlockedSql } from './queries.ts'
