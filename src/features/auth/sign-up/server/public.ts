export { codeOfLink, isLinkOf } from './code.ts'
export { consentLinks } from './consents.ts'
export { loadCommonPasswords } from './load-common-passwords.ts'
export { findRegistrationStatement, hasLiveRegistrationStatement } from './queries.ts'
