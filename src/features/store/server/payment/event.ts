import * as v from 'valibot'
import { AppError } from '#shared/errors.ts'
import type { ProviderEvent } from './provider.ts'

const reference = v.pipe(v.string(), v.regex(/^[\w-]{1,255}$/))
const session = v.object({ object: v.literal('checkout.session'), id: reference })
/** Charges, disputes and refunds name their payment intent. */
const ofIntent = v.object({ object: v.picklist(['charge', 'dispute', 'refund']), payment_intent: reference })
const event = v.object({ id: reference, type: v.string(), data: v.object({ object: v.union([session, ofIntent]) }) })

const notJson = () => new AppError('The event is not JSON', { status: 400, code: 'invalid' })

/**
 * Parses an event in Stripe's format; null if it is about none of our payments, so that it is not repeated. Throws 400 for
 * invalid JSON: the provider would repeat an event for days after a 500.
 */
export function readEvent(body: Uint8Array): ProviderEvent | null {
  const parsed = v.safeParse(event, readJson(body))
  if (!parsed.success) return null
  const { id, type, data } = parsed.output
  return {
    id,
    type,
    about: data.object.object === 'checkout.session' ? { sessionId: data.object.id } : { intentId: data.object.payment_intent },
  }
}

function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(body))
  } catch {
    throw notJson() // neither text nor JSON; the error's message would quote the body
  }
}
