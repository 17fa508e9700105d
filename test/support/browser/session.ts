import type { Cookie } from '@playwright/test'
import { refreshTokens, sessions } from '#db/schema.ts'
import { sessionEnd } from '#features/auth/session/rules.ts'
import { issueAccessToken } from '#features/auth/session/server/tokens/access-token.ts'
import { insertRows } from '#seed/statement.ts'
import { cookieNames, hostCookieOptions } from '#server/cookies.ts'
import { hashToken, newId, newToken } from '#server/crypto/secrets.ts'
import { sendAgain } from '../send-again.ts'
import { run, type Database } from './new-member.ts'

/** Who can have a session. */
export type Subject = { kind: 'member' | 'registration'; id: string }

/** Finds who has this address. Throws if it is unknown. */
export async function findSubject(db: Database, email: string): Promise<Subject> {
  const sql =
    "select 'member' as kind, id from members where email = ?1 union all select 'registration', id from registrations where email = ?1"
  const found = await sendAgain(() => db.prepare(sql).bind(email).first())
  if (!found) throw new Error(`${email} is neither a member nor registered`)
  return { kind: found['kind'] === 'member' ? 'member' : 'registration', id: String(found['id']) }
}

/**
 * Opens a session by writing its rows, and returns the cookies that a sign-in by password sets. It needs no hashing, and
 * the browser is not one of the member's known devices.
 */
export async function openSession(
  db: Database,
  secrets: { SESSION_SECRET: string },
  { subject, url }: { subject: Subject; url: string },
): Promise<Cookie[]> {
  const now = Date.now()
  const [sid, refreshToken] = [newId(), newToken()]
  const times = { createdAt: now, seenAt: now, expiresAt: sessionEnd(now, now), confirmedAt: now }
  await run(db, insertRows(sessions, [{ id: sid, subjectKind: subject.kind, subjectId: subject.id, userAgent: '', ...times }]))
  await run(db, insertRows(refreshTokens, [{ hash: hashToken(refreshToken), sessionId: sid, createdAt: now }]))
  const access = await issueAccessToken(secrets, { sub: subject.id, sid, kind: subject.kind }, now)
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
