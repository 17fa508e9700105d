import type { AppContext } from '#server/context.ts'
import { publicOrigin } from '#server/origin.ts'

/** The site for which a passkey is valid, in WebAuthn's words: its origin, and its host without the port as id. */
export type RelyingParty = { origin: string; id: string }

export function relyingPartyOf(c: AppContext): RelyingParty {
  const origin = publicOrigin(c.env, c.req.url)
  return { origin, id: new URL(origin).hostname }
}
