import { disconnectSession } from '#features/member-hub/server/public.ts'
import { judgeRefresh, sessionEnd } from '#features/auth/session/rules.ts'
import type { AppContext } from '#server/context.ts'
import { deriveKeys } from '#server/crypto/keys.ts'
import { noteSecurity } from '#server/security-events.ts'
import type { Subject } from './access-token.ts'
import { existingMemberStatement } from '../queries.ts'
import { revokeReusedSession, turnRefreshToken, type BesideRenewal } from './refresh-queries.ts'
import { hashToken, keyedHash } from '#server/crypto/secrets.ts'
import { noticeSecurityLater } from '../notify-other-devices.ts'
import { describeDevice } from '../user-agent.ts'

/**
 * `expiresAt`: when the session ends if it is not used again. `viewerRows`: of the member, read with the write; none for a registration, and
 * if another request has renewed the session. `besideRows`: of the statement that was sent along.
 */
export type Renewal = { subject: Subject; refreshToken: string; expiresAt: number; viewerRows?: unknown; besideRows?: unknown }

/**
 * Exchanges a refresh token for its successor; null if it is worthless. A successor is an HMAC of the token before it, so
 * parallel refreshes of one browser get the same one without waiting for each other. The database stores hashes only. A reused
 * token ends its whole session, and its owner is notified.
 */
export async function renewSession(c: AppContext, token: string, beside?: BesideRenewal): Promise<Renewal | null> {
  const [db, now] = [c.get('db'), c.get('now')]
  const hash = hashToken(token)
  // The first is made with the current secret; another one was issued if the secret has changed since.
  const successors = (await deriveKeys(c.env, 'refresh-successor')).map((key) => keyedHash(key, token))
  const [first, ...others] = successors
  if (!first) return null
  const successorHashes = [hashToken(first), ...others.map(hashToken)] as const
  const { found, viewerRows, besideRows } = await turnRefreshToken(db, { hash, successorHashes }, now, beside)
  const verdict = judgeRefresh(found, now)
  if (!found || verdict === 'dead') return null
  const { sub, sid, kind } = found
  if (verdict === 'reused') {
    await endReused(c, { sub, sid, kind }, found.userAgent)
    return null
  }
  if (verdict === 'superseded') {
    const refreshToken = successors.find((successor) => found.successors.some((known) => known.hash === hashToken(successor)))
    return refreshToken ? { subject: { sub, sid, kind }, refreshToken, expiresAt: found.sessionExpiresAt } : null
  }
  const renewal = { subject: { sub, sid, kind }, refreshToken: first, expiresAt: sessionEnd(found.sessionCreatedAt, now) }
  return kind === 'member' ? { ...renewal, viewerRows, besideRows } : renewal
}

/** Thief and owner cannot be distinguished, so both are signed out; the owner is notified once. */
async function endReused(c: AppContext, subject: Subject, userAgent: string): Promise<void> {
  noteSecurity(c, { kind: 'token-reused', account: subject.sub })
  const isFirst = await revokeReusedSession(c.get('db'), subject, c.get('now'))
  if (subject.kind === 'member') await disconnectSession(c.env, subject.sub, subject.sid)
  const [owner] = isFirst ? await existingMemberStatement(c.get('db'), subject.sub) : []
  if (!owner) return
  const { sendSessionReused } = await import('../emails.ts')
  sendSessionReused(c, subject.sub, userAgent)
  noticeSecurityLater(c, subject.sub, { kind: 'security', event: 'session-reused', ...describeDevice(userAgent) })
}
