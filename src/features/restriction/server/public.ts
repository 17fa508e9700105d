export { liftExpired } from './lifting.ts'
export {
  decideAppeal,
  findRestriction,
  liftRestriction,
  listOpenAppeals,
  listRestrictions,
  openRestrictionStatement,
  toRestrictedProps,
} from './queries.ts'
export { restrictMember, sweepRestrictions } from './restrict.ts'
export { canDecideAppeal, canRestrict, durationKeys, untilOf } from '../rules.ts'
