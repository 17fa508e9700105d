export { liftExpired } from './lifting.ts'
export {
  canBeRestrictedSql,
  decideAppeal,
  deletionReasonsStatements,
  findRestriction,
  liftRestriction,
  openAppeals,
  openRestrictionStatement,
  restrictionsStatement,
  toRestrictedProps,
  restrictionStatements,
  type NewRestriction,
} from './queries.ts'
export { restrictedEmail, sendRestricted } from './restricted-email.ts'
export { findHidingTime, finishRestriction, restrictMember, sweepRestrictions } from './restrict.ts'
export { canDecideAppeal, durationKeys, untilOf } from '../rules.ts'
