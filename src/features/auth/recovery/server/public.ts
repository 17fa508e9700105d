export { findAccountStepStatements, toAccountStep } from './entry-step.ts'
export { accountStatements, toAccount } from './settings-view.ts'
