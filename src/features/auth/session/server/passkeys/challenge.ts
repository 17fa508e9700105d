import type { ChallengePurpose } from '#db/schema.ts'
import { challengeLifetimeMs } from '#features/auth/contract.ts'
import type { AppContext } from '#server/context.ts'
import { hashToken, newToken } from '#server/crypto/secrets.ts'
import { insertChallenge, takeChallenge, type Challenge } from './queries.ts'

/** Who may answer a challenge, and what for: anyone, to sign in; for everything else, only the session that asked. */
export type ChallengeFor =
  | { purpose: 'sign-in'; own?: undefined }
  | { purpose: Exclude<ChallengePurpose, 'sign-in'>; own: { memberId: string; sid: string } }

/** Stores a new challenge and returns it. `userHandle`: of the passkey that it adds. */
export async function giveChallenge(c: AppContext, { purpose, own }: ChallengeFor, userHandle?: string): Promise<string> {
  const challenge = newToken()
  await insertChallenge(c.get('db'), {
    hash: hashToken(challenge),
    purpose,
    memberId: own?.memberId ?? null,
    sessionId: own?.sid ?? null,
    userHandle: userHandle ?? null,
    expiresAt: c.get('now') + challengeLifetimeMs,
  })
  return challenge
}

/** Uses up a challenge, whatever comes of the answer. Null if it was answered, has expired, or was given for something else. */
export async function useChallenge(c: AppContext, challenge: string, asked: ChallengeFor): Promise<Challenge | null> {
  const row = await takeChallenge(c.get('db'), hashToken(challenge))
  if (!row || row.expiresAt <= c.get('now') || row.purpose !== asked.purpose) return null
  const isTheirs = row.memberId === (asked.own?.memberId ?? null) && row.sessionId === (asked.own?.sid ?? null)
  return isTheirs ? row : null
}
