export {
  confirmSession,
  findCredentials,
  findMemberStanding,
  findMemberState,
  findPageViewerStatement,
  findViewerStatement,
} from './queries.ts'
export { findLastActivity, toAgreed, toViewer } from './viewer.ts'
export { sessionMiddleware } from './middleware.ts'
export { issueRealtimeToken, verifyRealtimeToken } from './tokens/realtime-token.ts'
export { startSession, continueSession, endSession } from './browser-session.ts'
export { noticeSecurityLater } from './security-notice.ts'
export { isKnownDevice, rememberDevice } from './devices.ts'
export { disconnectSessions, revokeMemberSessionsStatement } from './end-sessions.ts'
export { isOwnPassword } from './confirm-password.ts'
export { hashLike, hashPassword, isSameHash, saltOf } from './password-hash.ts'
export { isFreshlyConfirmed, pathAfterSignIn } from '../rules.ts'
export { describeDevice } from './user-agent.ts'
export { attemptLimits, forgetAttempts, requireAttempt, requireWithinLimit, takeAttempts, type AttemptLimit } from './attempts.ts'
export { countCodeAttempt, takeCodeAttempt, type CodeAttempt } from './code-attempts.ts'
export { requireUpload } from './member-attempts.ts'
export type { Subject } from './tokens/access-token.ts'
