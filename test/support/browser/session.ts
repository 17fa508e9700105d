import type { Cookie } from '@playwright/test'
import { refreshTokens, sessions } from '#db/schema.ts'
import { sessionEnd } from '#features/auth/session/rules.ts'
import { issueAccessToken } from '#features/auth/session/server/tokens/access-token.ts'
import { insertRows } from '#seed/statement.ts'
import { cookieNames, hostCookieOptions } from '#server/cookies.ts'
import { hashToken, newId, newToken } from '#server/crypto/secrets.ts'
import { run, type Database } from './new-member.ts'

/**
 * Opens a member's session by writing its rows, and returns the cookies that a sign-in by password sets. It needs no hashing, and
 * the browser is not one of the member's known devices.
 */
export async function openSession(
  db: Database,
  secrets: { SESSION_SECRET: string },
  { memberId, url }: { memberId: string; url: string },
): Promise<Cookie[]> {
  const now = Date.now()
  const [sid, refreshToken] = [newId(), newToken()]
  const times = { createdAt: now, seenAt: now, expiresAt: sessionEnd(now, now), confirmedAt: now }
  await run(db, insertRows(sessions, [{ id: sid, subjectKind: 'member', subjectId: memberId, userAgent: '', ...times }]))
  await run(db, insertRows(refreshTokens, [{ hash: hashToken(refreshToken), sessionId: sid, createdAt: now }]))
  const access = await issueAccessToken(secrets, { sub: memberId, sid, kind: 'member' }, now)
  return [
    [cookieNames.access, access],
    [cookieNames.refresh, refreshToken],
  ].map(([name = '', value = '']) => ({
    ...hostCookieOptions,
    name,
    value,
    domain: new URL(url).hostname,
    expires: times.expiresAt / 1000,
  }))
}
