import { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser'
import { challengeLifetimeMs, passkeyActions } from '#features/auth/contract.ts'
import type { Refused } from '#shared/routing/action.ts'
import { sendAction } from '#ui/forms/send-action.ts'

/** `answer`: what a passkey has signed. Null: the person has chosen none. */
type Answered = { kind: 'answer'; answer: unknown } | Refused | null

/** Lets the browser show the member's passkeys, and answers the server's challenge with the one they choose. */
export async function answerChallenge(offlineText: string): Promise<Answered> {
  const asked = await sendAction(passkeyActions.askSignIn, {}, offlineText)
  if (asked.kind === 'refused') return asked
  try {
    return { kind: 'answer', answer: await startAuthentication({ optionsJSON: asked.data.options }) }
  } catch {
    return null // The browser has said why, in its own dialog.
  }
}

/** An answer must still reach the server after the challenge was chosen in time. */
const spareMs = 30_000

/**
 * Offers passkeys among the suggestions of the email field, until one is chosen, the button is pressed or the challenge expires.
 * Null for everything but a chosen one: nothing was asked for, so nothing is reported.
 */
export async function answerFromSuggestions(): Promise<Answered> {
  if (!(await browserSupportsWebAuthnAutofill())) return null
  const asked = await sendAction(passkeyActions.askSignIn, {}, '')
  if (asked.kind === 'refused') return null
  const expiry = setTimeout(() => WebAuthnAbortService.cancelCeremony(), challengeLifetimeMs - spareMs)
  try {
    const answer = await startAuthentication({ optionsJSON: asked.data.options, useBrowserAutofill: true })
    return { kind: 'answer', answer }
  } catch {
    return null
  } finally {
    clearTimeout(expiry)
  }
}
