import { challengeLifetimeMs, type OwnSession, type PasskeyRequest } from '#features/auth/contract.ts'
import { pathAfterSignIn } from '#features/auth/session/rules.ts'
import type { ActionResult } from '#server/actions/action.ts'
import { clientAddress } from '#server/client-address.ts'
import type { AppContext } from '#server/context.ts'
import { decodeBase64url, hashToken } from '#server/crypto/secrets.ts'
import { requireWithinLimit, returnAttempt } from '#server/limits/attempts.ts'
import { noteSecurity } from '#server/security-events.ts'
import { startSession } from '../browser-session.ts'
import { viewerOf } from '../require-viewer.ts'
import { findAuthenticatorData, findClientData, isSigned, readAssertion } from './answers.ts'
import { giveChallenge, useChallenge } from './challenge.ts'
import { findPasskey, recordUse } from './queries.ts'
import { passkeyRefused } from './refusal.ts'
import { relyingPartyOf } from './relying-party.ts'

/** Answers the options for a sign-in: the same for everyone, since no address is asked for. */
export async function askSignIn(c: AppContext): Promise<ActionResult<{ options: PasskeyRequest }>> {
  await requireWithinLimit(c, 'passkeyChallenges', `passkey-challenges:${hashToken(clientAddress(c))}`)
  const challenge = await giveChallenge(c, null)
  const { id: rpId } = relyingPartyOf(c)
  return { data: { options: { challenge, rpId, timeout: challengeLifetimeMs, userVerification: 'required' } } }
}

/**
 * Signs in by passkey, into the session that a password opens. It counts as no confirmation by the owner: a change of what opens
 * the account needs another way in.
 */
export async function signInByPasskey(
  c: AppContext,
  { answer, next }: { answer?: unknown; next?: string | undefined },
): Promise<ActionResult<OwnSession>> {
  const refused = await requireWithinLimit(c, 'refusedSignIns', `refused-sign-ins:${hashToken(clientAddress(c))}`)
  const memberId = await findOwner(c, answer)
  if (memberId === null) {
    noteSecurity(c, { kind: 'sign-in-refused', what: 'passkey' })
    throw passkeyRefused()
  }
  const { accessToken, subject } = await startSession(c, { kind: 'member', subjectId: memberId, isConfirmed: false })
  const user = await viewerOf(c, subject)
  if (!user) throw passkeyRefused() // deleted in the meantime
  await returnAttempt(c.get('db'), refused.key, refused.expiresAt)
  return { to: pathAfterSignIn(user.state, next, c.get('locale').code), data: { token: accessToken, user } }
}

/** Returns the member whose passkey has answered a challenge of this site; null for anything else. Uses up the challenge. */
async function findOwner(c: AppContext, given: unknown): Promise<string | null> {
  const answer = readAssertion(given)
  if (!answer) return null
  const { id, response } = answer
  const site = relyingPartyOf(c)
  const client = findClientData(response, 'webauthn.get', site)
  const challenge = client && (await useChallenge(c, client.challenge))
  const passkey = await findPasskey(c.get('db'), id)
  const signed = findAuthenticatorData(response.authenticatorData, site)
  if (!challenge || challenge.memberId !== null || !passkey || !signed) return null
  if (passkey.userHandle !== response.userHandle || !isSigned(decodeBase64url(passkey.publicKey), response)) return null
  if (!(await recordUse(c.get('db'), { id, ...signed }, c.get('now')))) return null
  return passkey.memberId
}
