import * as v from 'valibot'
import type { ProviderEvent } from './provider.ts'

const reference = v.pipe(v.string(), v.regex(/^[\w-]{1,255}$/))
const session = v.object({ object: v.literal('checkout.session'), id: reference })
/** Charges, disputes and refunds name their payment intent. */
const ofIntent = v.object({ object: v.picklist(['charge', 'dispute', 'refund']), payment_intent: reference })
const event = v.object({ id: reference, type: v.string(), data: v.object({ object: v.union([session, ofIntent]) }) })

/** Reads an event of Stripe's form; null for one that is about none of our payments, which is not to be repeated. */
export function readEvent(body: Uint8Array): ProviderEvent | null {
  const parsed = v.safeParse(event, JSON.parse(new TextDecoder().decode(body)))
  if (!parsed.success) return null
  const { id, type, data } = parsed.output
  return {
    id,
    type,
    about: data.object.object === 'checkout.session' ? { sessionId: data.object.id } : { intentId: data.object.payment_intent },
  }
}
