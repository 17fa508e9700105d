import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import { formatCursor, isBehindSql, parseCursor } from '#db/time-cursor.ts'
import { openDatabase } from '#db/database.ts'
import { sandboxPayments } from '#db/schema.ts'
import { deriveKeys } from '#server/crypto/keys.ts'
import { encodeBase64url } from '#server/crypto/secrets.ts'
import type { Env } from '#server/env.ts'
import { publicOrigin } from '#server/origin.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import type { PaymentFacts } from '#features/store/payment-facts.ts'
import type { CheckoutOrder, PaymentProvider, PaymentReference, RefundRequest } from './provider.ts'
import { signatureHeader } from './signature.ts'

type SandboxEnv = Pick<Env, 'DB' | 'SESSION_SECRET' | 'SESSION_SECRET_PREVIOUS' | 'PUBLIC_ORIGIN'>

/** As many as Stripe lists at once. */
const listedTogether = 100

const sessionOf = (orderId: string) => `cs_sandbox_${orderId}`
const intentOf = (sessionId: string) => sessionId.replace(/^cs_/, 'pi_')
const sessionOfReference = (reference: PaymentReference) =>
  'sessionId' in reference ? reference.sessionId : reference.intentId.replace(/^pi_/, 'cs_')

/** URL of the sandbox's own checkout page, which is a view of the cart page. */
export const sandboxPath = (
  sessionId: string,
  locale: LocaleCode,
  query: { step?: 'bank'; problem?: 'declined' | 'refused' } = {},
) => href(routes.cart, {}, { locale, query: { pay: sessionId, ...query } })

const webhookSecrets = async (env: SandboxEnv) => (await deriveKeys(env, 'sandbox-webhook')).map(encodeBase64url)

/** A payment provider for local environments: it stores in D1 what a real one would know, and signs events as Stripe does. */
export function createSandbox(env: SandboxEnv, requestUrl: string): PaymentProvider {
  const db = openDatabase(env.DB)
  return {
    name: 'sandbox',
    async openCheckout({ id, total, currency, locale }: CheckoutOrder, now: number) {
      const sessionId = sessionOf(id)
      const row = { sessionId, orderId: id, currency, amount: total, status: 'open', createdAt: now } as const
      await db.insert(sandboxPayments).values(row).onConflictDoNothing()
      return { sessionId, url: publicOrigin(env, requestUrl) + sandboxPath(sessionId, locale) }
    },
    async closeCheckout(sessionId) {
      const isOpen = and(eq(sandboxPayments.sessionId, sessionId), eq(sandboxPayments.status, 'open'))
      await db.update(sandboxPayments).set({ status: 'expired' }).where(isOpen)
    },
    async fetchPayment(reference) {
      const sessionId = sessionOfReference(reference)
      const [row] = await db.select().from(sandboxPayments).where(eq(sandboxPayments.sessionId, sessionId))
      if (!row) return null
      const { orderId, status, refunded, dispute, disputes, amount, currency } = row
      const answer = { status, refunded, dispute, disputes, amount, currency }
      return { orderId, sessionId, intentId: intentOf(sessionId), answer }
    },
    async listPayments({ from, to, cursor }) {
      const rows = await db
        .select()
        .from(sandboxPayments)
        .where(
          and(
            gte(sandboxPayments.createdAt, from),
            lt(sandboxPayments.createdAt, to),
            isBehindSql(sandboxPayments.createdAt, sandboxPayments.sessionId, cursor === null ? null : parseCursor(cursor)),
          ),
        )
        .orderBy(desc(sandboxPayments.createdAt), desc(sandboxPayments.sessionId))
        .limit(listedTogether)
      const payments = rows.map(({ orderId, sessionId, status, amount, currency, refunded, dispute }) => {
        return { orderId, sessionId, status, amount, currency, refunded, isDisputed: dispute !== 'none' }
      })
      const last = rows.length === listedTogether ? rows.at(-1) : undefined
      return { payments, next: last ? formatCursor({ at: last.createdAt, id: last.sessionId }) : null }
    },
    // A repeat refunds nothing twice.
    async refund({ sessionId, amount }: RefundRequest) {
      const refunded = sql`max(${sandboxPayments.refunded}, ${amount})`
      await db.update(sandboxPayments).set({ refunded }).where(eq(sandboxPayments.sessionId, sessionId))
    },
    webhookSecrets: () => webhookSecrets(env),
  }
}

/** Changes what the sandbox knows about a payment, as a card or a bank would. */
export async function changeSandboxPayment(env: Pick<Env, 'DB'>, sessionId: string, facts: Partial<PaymentFacts>): Promise<void> {
  await openDatabase(env.DB).update(sandboxPayments).set(facts).where(eq(sandboxPayments.sessionId, sessionId))
}

/** An event of the sandbox, in Stripe's format and with Stripe's signature scheme. */
export async function sandboxEvent(
  env: SandboxEnv,
  { id, type, sessionId }: { id: string; type: string; sessionId: string },
  now: number,
): Promise<{ body: string; signature: string }> {
  const object = type.startsWith('checkout.session.')
    ? { object: 'checkout.session', id: sessionId }
    : { object: type.startsWith('charge.dispute.') ? 'dispute' : 'charge', payment_intent: intentOf(sessionId) }
  const body = JSON.stringify({ id, object: 'event', type, created: Math.floor(now / 1000), data: { object } })
  const [secret = ''] = await webhookSecrets(env)
  return { body, signature: await signatureHeader(new TextEncoder().encode(body), secret, Math.floor(now / 1000)) }
}
