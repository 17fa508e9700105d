import type { OwnSession, PasskeyRequest } from '#features/auth/contract.ts'
import { pathAfterSignIn } from '#features/auth/session/rules.ts'
import type { ActionResult } from '#server/actions/action.ts'
import { clientAddress } from '#server/client-address.ts'
import type { AppContext } from '#server/context.ts'
import { hashToken } from '#server/crypto/secrets.ts'
import { requireWithinLimit, returnAttempt } from '#server/limits/attempts.ts'
import { noteSecurity } from '#server/security-events.ts'
import { startSession } from '../browser-session.ts'
import { viewerOf } from '../require-viewer.ts'
import { askAssertion, findSigner } from './assertion.ts'
import { passkeyRefused } from './refusal.ts'

/** Answers the options for a sign-in: the same for everyone, since no address is asked for. */
export async function askSignIn(c: AppContext): Promise<ActionResult<{ options: PasskeyRequest }>> {
  await requireWithinLimit(c, 'passkeyChallenges', `passkey-challenges:${hashToken(clientAddress(c))}`)
  return { data: { options: await askAssertion(c, { purpose: 'sign-in' }) } }
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
  const passkey = await findSigner(c, answer, { purpose: 'sign-in' })
  if (!passkey) {
    noteSecurity(c, { kind: 'sign-in-refused', what: 'passkey' })
    throw passkeyRefused()
  }
  const { accessToken, subject } = await startSession(c, { kind: 'member', subjectId: passkey.memberId, passkeyId: passkey.id })
  const user = await viewerOf(c, subject)
  if (!user) throw passkeyRefused() // deleted in the meantime
  await returnAttempt(c.get('db'), refused.key, refused.expiresAt)
  return { to: pathAfterSignIn(user.state, next, c.get('locale').code), data: { token: accessToken, user } }
}
