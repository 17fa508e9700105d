/** What other features may use of this one on the server. */
export { ageOn, commonGround, completenessOf, dayNumber, genderMask, gendersOf, isIntent, isInterest, utcDay } from '../rules.ts'
export { findGroundStatement, isVisibleStatement, notBlockedSql } from './queries.ts'
