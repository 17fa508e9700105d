export { findRegistrationStatement, hasLiveRegistrationStatement } from './queries.ts'
export { codeOfLink, isLinkOf } from './code.ts'
