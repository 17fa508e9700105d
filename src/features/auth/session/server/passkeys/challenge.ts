import { challengeLifetimeMs } from '#features/auth/contract.ts'
import type { AppContext } from '#server/context.ts'
import { hashToken, newToken } from '#server/crypto/secrets.ts'
import { insertChallenge, takeChallenge } from './queries.ts'

/** Who may answer a challenge: anyone for a sign-in; to add a passkey, only the session that wants to. */
type Adding = { memberId: string; sessionId: string; userHandle: string }

/** Stores a new challenge and returns it. */
export async function giveChallenge(c: AppContext, adding: Adding | null): Promise<string> {
  const challenge = newToken()
  const { memberId = null, sessionId = null, userHandle = null } = adding ?? {}
  const row = { hash: hashToken(challenge), memberId, sessionId, userHandle, expiresAt: c.get('now') + challengeLifetimeMs }
  await insertChallenge(c.get('db'), row)
  return challenge
}

/** Uses up a challenge, whatever comes of the answer. Null if it is unknown, was answered, or has expired. */
export async function useChallenge(c: AppContext, challenge: string) {
  const row = await takeChallenge(c.get('db'), hashToken(challenge))
  return row && row.expiresAt > c.get('now') ? row : null
}
