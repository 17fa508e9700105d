import type { JWTPayload } from 'jose'
import type { Session } from '#server/context.ts'
import { accessTokenMs } from '#features/auth/contract.ts'
import { signToken, type TokenKind, verifyToken, type Verdict } from '#server/crypto/signed-token.ts'
import type { Secrets } from '#server/crypto/keys.ts'

export type Subject = Omit<Session, 'token'>

const accessToken: TokenKind<Subject> = {
  purpose: 'access-token',
  type: 'at+jwt',
  audience: 'kismet:app',
  lifetimeMs: accessTokenMs,
  read: readSubject,
}

export async function issueAccessToken(env: Secrets, { sub, sid, kind }: Subject, now: number): Promise<string> {
  return signToken(env, accessToken, { sub, sid, kind }, now)
}

export async function verifyAccessToken(env: Secrets, token: string, now: number): Promise<Verdict<Subject>> {
  return verifyToken(env, accessToken, token, now)
}

function readSubject({ sub, sid, kind }: JWTPayload): Subject | null {
  if (typeof sub !== 'string' || typeof sid !== 'string') return null
  return kind === 'member' || kind === 'registration' ? { sub, sid, kind } : null
}
