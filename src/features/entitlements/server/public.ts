export { activateBoost } from './activate-boost.ts'
export { appendStatement, isLedgerSql, ledgerStatement } from './queries.ts'
