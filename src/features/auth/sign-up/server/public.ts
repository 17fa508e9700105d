export { liveRegistrationFact } from './live-registration-fact.ts'
export { findRegistrationStatement } from './queries.ts'
export { consentLinks } from './consents.ts'
export { codeOfLink, isLinkOf } from './code.ts'

/** Loaded when it is needed: the list is long. */
export async function loadCommonPasswords(): Promise<(password: string) => boolean> {
  return (await import('./common-passwords.ts')).isCommonPassword
}
