import type { Database } from '#db/database.ts'
import { disconnectSession } from '#features/member-hub/server/public.ts'
import { judgeRefresh } from '#features/session/rules.ts'
import type { Env } from '#worker/http/env.ts'
import { deriveKeys } from '#worker/http/keys.ts'
import type { Subject } from './access-token.ts'
import { findRefreshToken, listKnownRefreshHashes, revokeSessionStatement, supersedeRefreshToken } from './queries.ts'
import { hashToken, keyedHash } from './secrets.ts'
import type { Secrets } from './signing-keys.ts'

export type Renewal = { subject: Subject; refreshToken: string }

/**
 * Trades a refresh token for its successor, or null when it is worth nothing. A successor is an HMAC of the token before
 * it, so that requests of one browser that refresh at once all get the same one without waiting for each other, and the
 * database keeps hashes only. A token that comes back after the grace ends its whole session.
 */
export async function renewSession(
  env: Secrets & Pick<Env, 'MEMBER_HUB'>,
  db: Database,
  token: string,
  now: number,
): Promise<Renewal | null> {
  const hash = hashToken(token)
  const found = await findRefreshToken(db, hash)
  const verdict = judgeRefresh(found, now)
  if (!found || verdict === 'dead') return null
  if (verdict === 'reused') {
    await revokeSessionStatement(db, found.sid, now)
    if (found.kind === 'member') await disconnectSession(env, found.sub, found.sid)
    return null
  }
  const keys = await deriveKeys(env, 'refresh-successor')
  const successors = keys.map((key) => keyedHash(key, token))
  const refreshToken = verdict === 'current' ? successors[0] : await findKnown(db, successors)
  if (!refreshToken) return null
  if (verdict === 'current')
    await supersedeRefreshToken(db, { sid: found.sid, hash, successorHash: hashToken(refreshToken) }, now)
  return { subject: { sub: found.sub, sid: found.sid, kind: found.kind }, refreshToken }
}

/** The successor that was given out, even when the secret has been rotated since. */
async function findKnown(db: Database, successors: readonly string[]): Promise<string | undefined> {
  const known = new Set(await listKnownRefreshHashes(db, successors.map(hashToken)))
  return successors.find((successor) => known.has(hashToken(successor)))
}
