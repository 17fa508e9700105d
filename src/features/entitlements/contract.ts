/** The ledger's rules, for the features that sell and spend. */
export {
  balanceAt,
  boostMs,
  boostsLeft,
  lotsOf,
  planBoost,
  premiumOf,
  premiumUntil,
  type CountedKind,
  type Entry,
} from './rules.ts'
