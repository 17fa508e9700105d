import { challengeLifetimeMs, maxPasskeys, type PasskeyCreation, type PasskeyProps } from '#features/auth/contract.ts'
import type { ActionResult } from '#server/actions/action.ts'
import { translatorOf } from '#server/actions/error-text.ts'
import type { AppContext } from '#server/context.ts'
import { requireMember } from '#server/auth/require-member.ts'
import { encodeBase64url, newToken } from '#server/crypto/secrets.ts'
import { requireWithinLimit } from '#server/limits/attempts.ts'
import { brand } from '#shared/brand.ts'
import { AppError, notFound } from '#shared/errors.ts'
import { noticeSecurityLater } from '../notify-other-devices.ts'
import { requireConfirmedMember } from '../require-confirmed-member.ts'
import { algorithms, findAuthenticatorData, findClientData, isAcceptedKey, readCreation } from './answers.ts'
import { giveChallenge, useChallenge } from './challenge.ts'
import { sendPasskeyChanged } from './emails.ts'
import { nameOfAuthenticator, toPasskeys } from './passkey-names.ts'
import { deletePasskey, insertPasskey, passkeysStatement, saveRefusal, type NewPasskey } from './queries.ts'
import { passkeyRefused } from './refusal.ts'
import { relyingPartyOf } from './relying-party.ts'

/** Answers the options for a new passkey. Its user handle is random and the same for all of a member's passkeys. */
export async function askAdd(c: AppContext): Promise<ActionResult<{ options: PasskeyCreation }>> {
  const member = await requireConfirmedMember(c)
  await requireWithinLimit(c, 'newPasskeys', `new-passkeys:${member.id}`, member.id)
  const own = await passkeysStatement(c.get('db'), member.id)
  if (own.length >= maxPasskeys) throw tooMany()
  const userHandle = own[0]?.userHandle ?? newToken()
  const challenge = await giveChallenge(c, { purpose: 'add', own: { memberId: member.id, sid: member.sid } }, userHandle)
  const { id } = relyingPartyOf(c)
  const options: PasskeyCreation = {
    challenge,
    rp: { id, name: brand.name },
    user: { id: userHandle, name: member.email, displayName: member.firstName },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeLifetimeMs,
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    excludeCredentials: own.map(({ id, transports }) => ({ type: 'public-key', id, transports })),
  }
  return { data: { options } }
}

/** Adds the passkey that this session's browser has made. */
export async function addPasskey(
  c: AppContext,
  { answer }: { answer?: unknown },
): Promise<ActionResult<{ passkey: PasskeyProps }>> {
  const [db, now] = [c.get('db'), c.get('now')]
  const { id: memberId, sid } = await requireConfirmedMember(c)
  const made = await findMade(c, { memberId, sid }, answer)
  if (!made) throw passkeyRefused()
  if (!(await insertPasskey(db, made, now))) {
    throw (await passkeysStatement(db, memberId)).length >= maxPasskeys ? tooMany() : passkeyRefused()
  }
  const name = nameOfAuthenticator(made.authenticator)
  sendPasskeyChanged(c, memberId, 'added', name)
  noticeSecurityLater(c, memberId, { kind: 'security', event: 'passkey-added' })
  const [passkey] = toPasskeys([{ ...made, createdAt: now, lastUsedAt: null }])
  if (!passkey) throw passkeyRefused()
  const { t } = await translatorOf(c, ['settings'])
  return { data: { passkey }, notice: t('settings.passkeys.added') }
}

/** Returns the new passkey if it answers a challenge that this session was given; null for anything else. */
async function findMade(c: AppContext, own: { memberId: string; sid: string }, given: unknown): Promise<NewPasskey | null> {
  const answer = readCreation(given)
  if (!answer) return null
  const { id, response } = answer
  const site = relyingPartyOf(c)
  const client = findClientData(response, 'webauthn.create', site)
  const challenge = client && (await useChallenge(c, client.challenge, { purpose: 'add', own }))
  if (!challenge) return null
  const made = findAuthenticatorData(response.authenticatorData, site)
  if (!made?.credential || encodeBase64url(made.credential.id) !== id || !isAcceptedKey(response.publicKey)) return null
  return {
    id,
    memberId: own.memberId,
    userHandle: challenge.userHandle ?? '',
    publicKey: encodeBase64url(response.publicKey),
    counter: made.counter,
    transports: response.transports,
    authenticator: made.credential.authenticator,
    backedUp: made.backedUp,
  }
}

/** Answers 'not now' to the offer of a passkey, which is not made again. */
export async function refuseOffer(c: AppContext): Promise<ActionResult> {
  const { id } = await requireMember(c)
  await saveRefusal(c.get('db'), id, c.get('now'))
  return {}
}

/** Removes a passkey. One of another member gets the same response as one that does not exist. */
export async function removePasskey(c: AppContext, { id }: { id: string }): Promise<ActionResult<{ removed: string }>> {
  const { id: memberId } = await requireConfirmedMember(c)
  const removed = await deletePasskey(c.get('db'), memberId, id)
  if (!removed) throw notFound()
  sendPasskeyChanged(c, memberId, 'removed', nameOfAuthenticator(removed.authenticator))
  noticeSecurityLater(c, memberId, { kind: 'security', event: 'passkey-removed' })
  const { t } = await translatorOf(c, ['settings'])
  return { data: { removed: id }, notice: t('settings.passkeys.removed') }
}

function tooMany(): AppError {
  return new AppError('The member has as many passkeys as allowed', { status: 409, code: 'passkeys-full' })
}
