import type { ActionResult } from '#server/actions/action.ts'
import type { AppContext } from '#server/context.ts'
import { newId } from '#server/crypto/secrets.ts'
import { invalidFields, notFound } from '#shared/errors.ts'
import { settlementActions } from '#features/store/contract.ts'
import { sandboxStatement } from './own-order.ts'
import { changeSandboxPayment, sandboxEvent, sandboxPath } from '#features/store/server/payment/sandbox.ts'
import { requireBuyer, requireProvider } from '#features/store/server/require-buyer.ts'
import { returnPath } from './return-path.ts'

/** Stripe's own test cards (docs.stripe.com/testing); any other number is refused. */
const cards: Readonly<Record<string, 'pays' | 'declined' | 'bank'>> = {
  '4242424242424242': 'pays',
  '4000000000000002': 'declined',
  '4000000000003220': 'bank',
}

/** The card form of the sandbox. After a declined card, the payment stays open for another one. */
export async function payByCard(c: AppContext, { session, card }: { session: string; card: string }): Promise<ActionResult> {
  const payment = await requireOpen(c, session)
  if (!payment.isOpen) return { to: payment.back }
  const answer = cards[card]
  if (!answer) throw invalidFields({ card: 'invalid' })
  const { code } = c.get('locale')
  if (answer === 'bank') return { to: sandboxPath(session, code, { step: 'bank' }) }
  if (answer === 'declined') return { to: sandboxPath(session, code, { problem: 'declined' }) }
  await pay(c, session)
  return { to: payment.back }
}

/** The bank's question about the card (3-D Secure). */
export async function answerBank(
  c: AppContext,
  { session, bank }: { session: string; bank: 'confirm' | 'refuse' },
): Promise<ActionResult> {
  const payment = await requireOpen(c, session)
  if (!payment.isOpen) return { to: payment.back }
  if (bank === 'refuse') return { to: sandboxPath(session, c.get('locale').code, { problem: 'refused' }) }
  await pay(c, session)
  return { to: payment.back }
}

/** The payment, if it is the member's own; otherwise 404, as for everything here if the provider is Stripe. */
async function requireOpen(c: AppContext, session: string) {
  const { id } = await requireBuyer(c)
  if (requireProvider(c).name !== 'sandbox') throw notFound()
  const [found] = await sandboxStatement(c.get('db'), id, session)
  if (!found) throw notFound()
  return { isOpen: found.status === 'open', back: returnPath(c.get('locale').code, found.orderKey, 1, found.giftConversation) }
}

/** Pays, and sends the event as a provider would. If it is lost, returning to the page settles the payment. */
async function pay(c: AppContext, sessionId: string): Promise<void> {
  await changeSandboxPayment(c.env, sessionId, { status: 'paid' })
  const event = { id: `evt_${newId()}`, type: 'checkout.session.completed', sessionId }
  const { body, signature } = await sandboxEvent(c.env, event, c.get('now'))
  const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
  const address = new URL(settlementActions.webhook.path, c.req.url)
  await c.get('dispatch')(new Request(address, { method: 'POST', headers, body }))
}
