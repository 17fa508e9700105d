import { env, SELF } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { entitlements, orders, promoCodes } from '#db/schema.ts'
import { cartActions, checkoutActions, settlementActions, type CartView, type CheckoutAnswer } from '#features/store/contract.ts'
import { changeSandboxPayment, sandboxEvent } from '#features/store/server/payment/sandbox.ts'
import type { PaymentFacts } from '#features/store/payment-facts.ts'
import { contentStatements } from '#seed/content.ts'
import { db, postJson, type TestMember } from './members.ts'
import { newId, origin } from './realtime-client.ts'

/** Products and prices, the same in every environment. */
export async function seedContent(): Promise<void> {
  await env.DB.batch(contentStatements().map(({ sql, params }) => env.DB.prepare(sql).bind(...params)))
}

export const setLine = (member: TestMember, product: unknown, quantity: unknown) =>
  postJson(member, cartActions.setLine.path, { product, quantity })

/** Puts products into a member's cart, in pounds, and returns it. */
export async function fillCart(member: TestMember, lines: Record<string, number>, promo = ''): Promise<CartView> {
  await postJson(member, cartActions.setCurrency.path, { currency: 'GBP' })
  for (const [product, quantity] of Object.entries(lines)) await setLine(member, product, quantity)
  return (await postJson(member, cartActions.setPromo.path, { promo })).json()
}

export const checkout = (member: TestMember, total: unknown, key: unknown = newId(), currency: unknown = 'GBP') =>
  postJson(member, checkoutActions.checkout.path, { key, currency, total })

/** An order with its checkout opened. */
export async function order(member: TestMember, lines: Record<string, number>): Promise<{ orderId: string; sessionId: string }> {
  const { totals } = await fillCart(member, lines)
  const answer = await (await checkout(member, totals.total)).json<CheckoutAnswer>()
  return { orderId: answer.orderId, sessionId: `cs_sandbox_${answer.orderId}` }
}

export const post = (body: string, signature: string) =>
  SELF.fetch(origin + settlementActions.webhook.path, { method: 'POST', headers: { 'stripe-signature': signature }, body })

const types = {
  paid: 'checkout.session.completed',
  failed: 'checkout.session.async_payment_failed',
  expired: 'checkout.session.expired',
}

/** Changes what the provider knows about a payment, and returns a signed event about it. */
export async function happen(sessionId: string, facts: Partial<PaymentFacts>, at = Date.now()) {
  await changeSandboxPayment(env, sessionId, facts)
  const type =
    facts.dispute !== undefined
      ? 'charge.dispute.updated'
      : facts.refunded !== undefined
        ? 'charge.refunded'
        : types[facts.status === 'failed' || facts.status === 'expired' ? facts.status : 'paid']
  const event = await sandboxEvent(env, { id: `evt_${newId()}`, type, sessionId }, at)
  return { ...event, send: () => post(event.body, event.signature) }
}

export const pay = async (sessionId: string) => (await happen(sessionId, { status: 'paid' })).send()

export async function readOrderRow(orderId: string) {
  const [row] = await db.select().from(orders).where(eq(orders.id, orderId))
  if (!row) throw new Error('no such order')
  return row
}

/** The ledger as `kind units source`. */
export async function ledgerOf(member: TestMember): Promise<string[]> {
  const rows = await db.select().from(entitlements).where(eq(entitlements.memberId, member.id)).orderBy(entitlements.seq)
  return rows.map(({ kind, units, sourceKind }) => `${kind} ${units} ${sourceKind}`)
}

export async function createPromo(values: Partial<typeof promoCodes.$inferInsert> = {}): Promise<string> {
  const code = newId()
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
  await db.insert(promoCodes).values({ code, percent: 50, createdAt: 0, ...values })
  return code
}
