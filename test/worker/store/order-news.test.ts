import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { members, orderNews, orders } from '#db/schema.ts'
import { readNotifications } from '#features/notifications/server/list.ts'
import { readNotices } from '#features/notifications/server/public.ts'
import { settlementActions } from '#features/store/contract.ts'
import { withdraw } from '#features/store/refunds/server/refund.ts'
import { createSandbox } from '#features/store/server/payment/sandbox.ts'
import { finishPayments } from '#features/store/settlement/server/public.ts'
import { sendNews } from '#features/store/orders/server/send-news.ts'
import type { PaymentFacts } from '#features/store/payment-facts.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { queueOf, queueTo } from '#test/support/worker/mail-queue.ts'
import { createMember, db, type TestMember } from '#test/support/worker/members.ts'
import { origin } from '#test/support/worker/realtime-client.ts'
import { happen, order, readOrderRow, seedContent } from '#test/support/worker/store.ts'
import { emailsTo, Visitor } from '#test/support/worker/visitor.ts'

beforeAll(seedContent)

const minuteMs = 60_000
const emailOf = async ({ id }: TestMember) => {
  const [row] = await db.select({ email: members.email }).from(members).where(eq(members.id, id))
  return row?.email ?? ''
}
const mailsOf = async (member: TestMember) => emailsTo(await emailOf(member))
const noticesOf = async ({ id }: TestMember) => {
  const kept = (await readNotices(env, id, { limit: 20, before: null })) ?? []
  return kept.flatMap(({ notice }) => (notice.kind === 'order' ? [notice.event] : [])).toReversed()
}
const newsOf = (orderId: string) => db.select().from(orderNews).where(eq(orderNews.orderId, orderId))

/** Delivers an event as the provider does, and waits for all that follows. */
async function deliver(
  sessionId: string,
  facts: Partial<PaymentFacts>,
  { copies = 1, bindings = {} as Partial<Cloudflare.Env> } = {},
) {
  const { body, signature } = await happen(sessionId, facts)
  const send = () =>
    new Visitor(undefined, bindings).fetch(settlementActions.webhook.path, {
      method: 'POST',
      headers: { 'stripe-signature': signature },
      body,
    })
  const responses = await Promise.all(Array.from({ length: copies }, send))
  return responses.map(({ status }) => status)
}

/** Orders and pays. */
async function buy(member: TestMember, lines: Record<string, number>) {
  const placed = await order(member, lines)
  await deliver(placed.sessionId, { status: 'paid' })
  return placed
}

it('a notification names what was ordered where the app lists it, in the language of the reader', async () => {
  const member = await createMember()
  await buy(member, { 'boost-5': 1, 'gift-rose': 2 })
  for (const code of ['en', 'de'] as const) {
    const { t, tn, format } = createTranslator(code, await loadMessages(code, ['notifications', 'store']), { timeZone: 'UTC' })
    const products = format.list([tn('store.product.boost', 5), `2 × ${t('store.product.gift-rose')}`])
    const page = await readNotifications(env, {
      memberId: member.id,
      locale: code,
      timeZone: 'UTC',
      before: null,
      now: Date.now(),
    })
    expect(page?.items).toMatchObject([{ kind: 'order', message: `${products}. ${t('notifications.order.paid.text')}` }])
  }
})

describe('a payment', () => {
  it('is reported once by e-mail and once by a notification, however many deliveries come at once', async () => {
    const member = await createMember()
    const { orderId, sessionId } = await order(member, { 'boost-1': 2 })
    const statuses = await deliver(sessionId, { status: 'paid' }, { copies: 20 })
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await noticesOf(member)).toEqual(['paid'])
    expect((await mailsOf(member)).length).toBe(1)
    expect(await newsOf(orderId)).toMatchObject([{ event: 'paid', sentAt: expect.any(Number) }])
    await finishPayments(env, Date.now() + 10 * minuteMs)
    expect([(await mailsOf(member)).length, await noticesOf(member)]).toEqual([1, ['paid']])
  })

  it('is confirmed in the language of the order, with the receipt and the way to withdraw', async () => {
    const member = await createMember({ member: { locale: 'de', timeZone: 'Europe/Warsaw' } })
    const { orderId, sessionId } = await order(member, { 'boost-1': 2, 'premium-1': 1 })
    await db.update(orders).set({ locale: 'pl', taxRate: 2300, net: 1_000, tax: 1 }).where(eq(orders.id, orderId))
    const bindings = {
      OPERATOR_NAME: 'Thread Ltd',
      OPERATOR_ADDRESS: '1 High Street, Bath',
      OPERATOR_EMAIL: 'post@thread.example',
      OPERATOR_TAX_NUMBER: 'GB 123 4567 89',
    }
    const sent: EmailMessageBuilder[] = []
    await deliver(sessionId, { status: 'paid' }, { bindings: { ...bindings, MAIL: mailInto(sent, bindings) } })
    const { t, tn, format } = createTranslator('pl', await loadMessages('pl', ['common', 'emails', 'legal', 'orders', 'store']), {
      timeZone: 'Europe/Warsaw',
    })
    const { paidAt, receiptNumber, total } = await readOrderRow(orderId)
    const [mail] = sent
    expect(sent.length).toBe(1)
    expect(mail?.subject).toBe(t('orders.email.paid.subject'))
    const amount = new Intl.NumberFormat('pl', { style: 'currency', currency: 'GBP' }).format(total / 100)
    const expected = [
      `2 × ${tn('store.product.boost', 1)}`,
      tn('store.product.premium', 1),
      `${t('orders.receipt.total')}: ${amount}`,
      'Thread Ltd',
      '1 High Street, Bath',
      `${t('orders.receipt.taxNumber')}: GB 123 4567 89`,
      `${t('orders.receipt.number')}: ${format.number(receiptNumber ?? 0)}`,
      `${t('orders.receipt.date')}: ${format.date(paidAt ?? 0)}`,
      '23%',
      t('orders.email.paid.withdrawTitle').toUpperCase(),
      format.date((paidAt ?? 0) + 14 * 24 * 60 * minuteMs),
      'post@thread.example',
      t('orders.email.paid.asked'),
      t('legal.terms.sections.form.title').toUpperCase(),
      ...t('legal.terms.sections.form.text', { name: 'Thread Ltd', email: 'post@thread.example' }).split('\n'),
      `${origin}/pl/store?order=${orderId}`,
    ]
    // Emails have no invisible characters.
    for (const text of expected) expect(mail?.text, text).toContain(text.replaceAll('\u2060', ''))
    // It has one reason, and nobody signed up.
    const [, notes = ''] = (mail?.text ?? '').split('\n—\n')
    const tagline = t('common.brand.tagline')
    const closing = [t('orders.email.why'), t('emails.digest.footer', { tagline })].join('\n\n')
    expect(notes.trim()).toBe(closing.replaceAll('\u2060', ''))
  })

  it('has nothing in its queue but what kind of e-mail it is, and when', async () => {
    const member = await createMember()
    const { orderId, sessionId } = await order(member, { 'likes-10': 1 })
    const bodies: unknown[] = []
    await deliver(sessionId, { status: 'paid' }, { bindings: { MAIL: queueOf((body) => void bodies.push(body)) } })
    expect(bodies).toEqual([
      {
        id: expect.any(String),
        kind: 'order-paid',
        at: expect.any(Number),
        until: expect.any(Number),
        sealed: expect.any(String),
      },
    ])
    const text = JSON.stringify(bodies)
    for (const secret of [orderId, member.id, await emailOf(member), 'likes-10']) expect(text).not.toContain(secret)
  })

  it('of an order whose member is gone is reported to nobody', async () => {
    const member = await createMember()
    const { orderId, sessionId } = await order(member, { 'likes-10': 1 })
    await db.update(orders).set({ memberId: null }).where(eq(orders.id, orderId))
    await deliver(sessionId, { status: 'paid' })
    expect((await newsOf(orderId))[0]?.sentAt).toBeTypeOf('number')
    expect([await mailsOf(member), await noticesOf(member)]).toEqual([[], []])
  })
})

/** A queue whose emails are written at once and kept in `sent`. */
function mailInto(sent: EmailMessageBuilder[], bindings: Partial<Cloudflare.Env> = {}): Queue {
  const service: SendEmail = {
    async send(message: EmailMessage | EmailMessageBuilder) {
      if ('subject' in message) sent.push(message)
      return { messageId: 'test' }
    },
  }
  return queueTo(service, bindings)
}

describe('a crash', () => {
  const away = queueOf(() => Promise.reject(new Error('the queue is away')))

  it('between the batch and the e-mail leaves both to the cron, which sends them once', async () => {
    const member = await createMember()
    const { orderId, sessionId } = await order(member, { 'boost-1': 1 })
    expect(await deliver(sessionId, { status: 'paid' }, { bindings: { MAIL: away } })).toEqual([200])
    expect([(await readOrderRow(orderId)).state, await mailsOf(member), await noticesOf(member)]).toEqual(['fulfilled', [], []])
    const sent: EmailMessageBuilder[] = []
    const healthy = { ...env, MAIL: mailInto(sent) }
    await finishPayments(healthy, Date.now() + 2 * minuteMs)
    await finishPayments(healthy, Date.now() + 4 * minuteMs)
    expect([sent.map(({ to }) => to), await noticesOf(member)]).toEqual([[await emailOf(member)], ['paid']])
  })

  it('after the queue has the e-mail hands over another one, which is not sent', async () => {
    const member = await createMember()
    const { orderId, sessionId } = await order(member, { 'boost-1': 1 })
    await deliver(sessionId, { status: 'paid' }, { bindings: { MAIL: away } })
    const bodies: unknown[] = []
    const sent: EmailMessageBuilder[] = []
    const mails = mailInto(sent)
    const MAIL = queueOf(async (body) => {
      bodies.push(body)
      await mails.send(body)
    })
    const MEMBER_HUB = { ...env.MEMBER_HUB, getByName: () => ({ notify: () => Promise.reject(new Error('the hub is away')) }) }
    const sending = { origin, orderId, now: Date.now() + 2 * minuteMs }
    const crashing = { ...env, MAIL, MEMBER_HUB: MEMBER_HUB as unknown as typeof env.MEMBER_HUB }
    expect(await sendNews(crashing, sending)).toEqual({ rows: 1, failed: 1 })
    expect(await sendNews({ ...env, MAIL }, { ...sending, now: sending.now + 30_000 }), 'claimed').toEqual({
      rows: 0,
      failed: 0,
    })
    expect(await sendNews({ ...env, MAIL }, { ...sending, now: sending.now + 2 * minuteMs })).toEqual({ rows: 1, failed: 0 })
    expect([bodies.length, sent.length, await noticesOf(member)]).toEqual([2, 1, ['paid']])
  })

  it('of the mail service is no end: the same e-mail is sent by its next attempt', async () => {
    const member = await createMember()
    const { sessionId } = await order(member, { 'boost-1': 1 })
    const bodies: unknown[] = []
    await deliver(sessionId, { status: 'paid' }, { bindings: { MAIL: queueOf((body) => void bodies.push(body)) } })
    const sent: EmailMessageBuilder[] = []
    const broken = queueTo({ send: () => Promise.reject(new Error('down')) } as unknown as SendEmail)
    for (const queue of [broken, mailInto(sent)]) await queue.send(bodies[0])
    expect(sent.length).toBe(1)
  })
})

describe('what follows a payment', () => {
  it('a withdrawal is reported once, at its decision, and not again with the provider’s event', async () => {
    const member = await createMember()
    const { orderId, sessionId } = await buy(member, { 'likes-30': 1 })
    const { total } = await readOrderRow(orderId)
    await withdraw(db, createSandbox(env, origin), { orderId, memberId: member.id, shown: total, now: Date.now() })
    await deliver(sessionId, { refunded: total }, { copies: 3 })
    const { t } = createTranslator('en', await loadMessages('en', ['orders']), { timeZone: 'UTC' })
    expect((await mailsOf(member)).map(({ subject }) => subject)).toEqual([
      t('orders.email.paid.subject'),
      t('orders.email.refunded.subject'),
    ])
    expect((await mailsOf(member))[1]?.text).toContain('£')
    expect(await noticesOf(member)).toEqual(['paid', 'refunded'])
    expect((await readOrderRow(orderId)).state).toBe('refunded')
  })

  it('a failure, a dispute and its end are notified, without an e-mail of ours', async () => {
    const [failing, winning, losing] = [await createMember(), await createMember(), await createMember()]
    const failed = await order(failing, { 'boost-1': 1 })
    await deliver(failed.sessionId, { status: 'failed' }, { copies: 2 })
    for (const [member, end] of [
      [winning, 'won'],
      [losing, 'lost'],
    ] as const) {
      const { sessionId } = await buy(member, { 'boost-1': 1 })
      await deliver(sessionId, { dispute: 'open' })
      await deliver(sessionId, { dispute: end })
    }
    expect([await noticesOf(failing), await noticesOf(winning), await noticesOf(losing)]).toEqual([
      ['failed'],
      ['paid', 'disputed', 'restored'],
      ['paid', 'disputed', 'returned'],
    ])
    const counts = await Promise.all([failing, winning, losing].map(async (member) => (await mailsOf(member)).length))
    expect(counts).toEqual([0, 1, 1])
  })
})
