/** The ledger's rules, for the features that sell and spend. */
export { balanceAt, boostMs, lotsOf, planBoost, premiumOf, premiumUntil, usedWeeksOf, type Entry } from './rules.ts'
