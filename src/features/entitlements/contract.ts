/** The ledger's rules, for the features that sell and spend. */
export { balanceAt, boostMs, lotsOf, planBoost, planReturn, planUse, premiumOf, premiumUntil, type Entry } from './rules.ts'
