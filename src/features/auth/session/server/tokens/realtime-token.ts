import { timings } from '#shared/realtime/wire.ts'
import { signToken, type TokenKind, verifyToken } from '#server/crypto/signed-token.ts'
import type { Secrets } from '#server/crypto/keys.ts'

export type RealtimeSubject = { sub: string; sid: string }

/** Bearer token of the channel authorisation (spec §6): presented with every join and leave, useless elsewhere. */
const realtimeToken: TokenKind<RealtimeSubject> = {
  purpose: 'realtime-token',
  type: 'rt+jwt',
  audience: 'realtime',
  lifetimeMs: timings.accessTokenMs,
  read: ({ sub, sid }) => (typeof sub === 'string' && typeof sid === 'string' ? { sub, sid } : null),
}

export async function issueRealtimeToken(env: Secrets, { sub, sid }: RealtimeSubject, now: number): Promise<string> {
  return signToken(env, realtimeToken, { sub, sid }, now)
}

/** Returns the token's subject, or null if it is forged, expired or of another kind. */
export async function verifyRealtimeToken(env: Secrets, token: string, now: number): Promise<RealtimeSubject | null> {
  const verdict = await verifyToken(env, realtimeToken, token, now)
  return verdict.kind === 'valid' ? verdict.claims : null
}
