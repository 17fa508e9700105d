import { startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { passkeyActions, type PasskeyProps } from '#features/auth/contract.ts'
import type { Refused } from '#shared/routing/action.ts'
import { sendAction, type AllLiked } from '#ui/forms/send-action.ts'

/** `known`: the authenticator has one of this account's passkeys. Null: the person has closed the browser's dialog. */
type Made = { kind: 'done'; data: AllLiked<{ passkey: PasskeyProps }> } | Refused | 'known' | null

/** Lets the browser make a passkey, and adds it to the account. */
export async function makePasskey(offlineText: string): Promise<Made> {
  const asked = await sendAction(passkeyActions.askAdd, {}, offlineText)
  if (asked.kind === 'refused') return asked
  let answer: unknown
  try {
    answer = await startRegistration({ optionsJSON: asked.data.options })
  } catch (error) {
    const isKnown = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    return isKnown ? 'known' : null
  }
  return sendAction(passkeyActions.add, { answer }, offlineText)
}
