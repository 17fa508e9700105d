import { challengeLifetimeMs, type PasskeyRequest } from '#features/auth/contract.ts'
import type { AppContext } from '#server/context.ts'
import { decodeBase64url } from '#server/crypto/secrets.ts'
import { findAuthenticatorData, findClientData, isSigned, readAssertion } from './answers.ts'
import { giveChallenge, useChallenge, type ChallengeFor } from './challenge.ts'
import { findPasskey, recordUse } from './queries.ts'
import { relyingPartyOf } from './relying-party.ts'

/** The options for an answer by a passkey; `allowed` names the ones that may give it, otherwise any may. */
export async function askAssertion(
  c: AppContext,
  asked: ChallengeFor,
  allowed?: PasskeyRequest['allowCredentials'],
): Promise<PasskeyRequest> {
  const challenge = await giveChallenge(c, asked)
  const { id: rpId } = relyingPartyOf(c)
  const options: PasskeyRequest = { challenge, rpId, timeout: challengeLifetimeMs, userVerification: 'required' }
  return allowed ? { ...options, allowCredentials: allowed } : options
}

/**
 * Returns the passkey that has answered this site's challenge, and its member; null for anything else. The challenge is used up.
 * It must have been given for the same purpose and, with one, to the same member and session.
 */
export async function findSigner(
  c: AppContext,
  given: unknown,
  asked: ChallengeFor,
): Promise<{ id: string; memberId: string } | null> {
  const answer = readAssertion(given)
  if (!answer) return null
  const { id, response } = answer
  const site = relyingPartyOf(c)
  const client = findClientData(response, 'webauthn.get', site)
  const challenge = client && (await useChallenge(c, client.challenge, asked))
  const passkey = await findPasskey(c.get('db'), id)
  const signed = findAuthenticatorData(response.authenticatorData, site)
  if (!challenge || !passkey || !signed) return null
  if (asked.own && passkey.memberId !== asked.own.memberId) return null
  // Where the site has named the passkey, an authenticator may leave out whose it is.
  if (response.userHandle == null ? !asked.own : passkey.userHandle !== response.userHandle) return null
  if (!isSigned(decodeBase64url(passkey.publicKey), response)) return null
  if (!(await recordUse(c.get('db'), { id, ...signed }, c.get('now')))) return null
  return { id, memberId: passkey.memberId }
}
