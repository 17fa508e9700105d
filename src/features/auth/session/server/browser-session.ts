import { disconnectSession } from '#features/member-hub/server/public.ts'
import { liftExpired } from '#features/restriction/server/public.ts'
import type { AppContext, Session } from '#server/context.ts'
import { clearHostCookie, cookieNames, setHostCookie } from '#server/cookies.ts'
import { accessTokenMs } from '#features/auth/contract.ts'
import { sessionEnd } from '../rules.ts'
import { issueAccessToken, type Subject } from './tokens/access-token.ts'
import { rememberDevice } from './devices.ts'
import { insertSession, revokeSessionStatement } from './queries.ts'
import { hashToken, newId, newToken } from '#server/crypto/secrets.ts'

export type Tokens = { accessToken: string; refreshToken: string }

/**
 * Starts a session for this browser, replacing any previous one, and sets its cookies. `passkeyId`: the passkey that signed in. It
 * counts as no recent confirmation by the owner, other ways of signing in do.
 */
export async function startSession(
  c: AppContext,
  who: { kind: Subject['kind']; subjectId: string; passkeyId?: string },
): Promise<Tokens & { subject: Subject }> {
  const subject = { sub: who.subjectId, sid: newId(), kind: who.kind }
  if (who.kind === 'member') await liftExpired(c.get('db'), c.get('now'), who.subjectId)
  const refreshToken = newToken()
  const userAgent = (c.req.header('user-agent') ?? '').slice(0, 200)
  const replaced = c.get('session')
  await insertSession(
    c.get('db'),
    {
      ...subject,
      refreshHash: hashToken(refreshToken),
      userAgent,
      replaces: replaced?.sid ?? null,
      passkeyId: who.passkeyId ?? null,
    },
    c.get('now'),
  )
  await closeSockets(c, replaced)
  const accessToken = await continueSession(c, subject)
  saveRefreshToken(c, refreshToken, sessionEnd(c.get('now'), c.get('now')))
  if (subject.kind === 'member') await rememberDevice(c, subject.sub)
  return { accessToken, refreshToken, subject }
}

/**
 * Issues a new access token for a session that continues, for example as a member's instead of a registration's. Its cookie never
 * outlives the session, which ends at `expiresAt`.
 */
export async function continueSession(c: AppContext, subject: Subject, expiresAt = Infinity): Promise<string> {
  const token = await issueAccessToken(c.env, subject, c.get('now'))
  setHostCookie(c, cookieNames.access, token, Math.min(accessTokenMs, expiresAt - c.get('now')) / 1000)
  c.set('session', { ...subject, token })
  return token
}

export function saveRefreshToken(c: AppContext, refreshToken: string, expiresAt: number): void {
  setHostCookie(c, cookieNames.refresh, refreshToken, (expiresAt - c.get('now')) / 1000)
}

/**
 * Revokes this browser's session, if any, and clears its cookies. Also makes the browser clear its cache of our responses, photos
 * above all. Other cookies hold the language and the known device, and storage is cleared by name, so both are kept.
 */
export async function endSession(c: AppContext): Promise<void> {
  const session = c.get('session')
  if (session) await revokeSessionStatement(c.get('db'), session.sid, c.get('now'))
  await closeSockets(c, session)
  c.set('session', null)
  clearHostCookie(c, cookieNames.access)
  clearHostCookie(c, cookieNames.refresh)
  c.header('Clear-Site-Data', '"cache"')
}

/** Closes the connections of a revoked session at once, not only when its token expires. */
async function closeSockets(c: AppContext, session: Session | null): Promise<void> {
  if (session?.kind === 'member') await disconnectSession(c.env, session.sub, session.sid)
}
