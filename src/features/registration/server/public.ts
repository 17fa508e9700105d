export { findRegistrationStatement, hasLiveRegistrationStatement } from './queries.ts'
export { codeOfLink } from './code.ts'
