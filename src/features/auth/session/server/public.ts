export {
  confirmSession,
  findCredentials,
  findAccountStatus,
  findMemberState,
  findPasswordHash,
  findViewerStatement,
} from './queries.ts'
export { toViewer } from './viewer.ts'
export { findViewer, viewerOf } from './require-viewer.ts'
export { viewerFact } from './viewer-fact.ts'
export { sessionMiddleware, type NoteWithRenewal } from './middleware.ts'
export { issueRealtimeToken, verifyRealtimeToken } from './tokens/realtime-token.ts'
export { startSession, continueSession, endSession } from './browser-session.ts'
export { noticeSecurityLater } from './notify-other-devices.ts'
export { isKnownDevice, rememberDevice } from './devices.ts'
export { deleteAccount, deleteByOperator, sweepDeletions } from './deletion/delete-account.ts'
export { deletionStatement, deletionStatements, lastOperatorStatement, restoreStatements } from './deletion/queries.ts'
export { sendDeleted } from './deletion/emails.ts'
export { disconnectSessions, revokeMemberSessionsStatement } from './end-sessions.ts'
export { isOwnPassword } from './own-password.ts'
export { isFreshlyConfirmed, pathAfterSignIn } from '../rules.ts'
export { describeDevice } from './user-agent.ts'
export type { Subject } from './tokens/access-token.ts'
export { requireConfirmedMember } from './require-confirmed-member.ts'
export { askAssertion, findSigner } from './passkeys/assertion.ts'
export { nameOfAuthenticator } from './passkeys/passkey-names.ts'
export { deletePasskeysStatement, passkeysStatement } from './passkeys/queries.ts'
export { toPasskeys } from './passkeys/passkey-names.ts'
