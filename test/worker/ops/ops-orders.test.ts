import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditLog, boosts, orders, payments, refunds, sandboxPayments } from '#db/schema.ts'
import { activateBoost } from '#features/entitlements/server/public.ts'
import { changeSandboxPayment } from '#features/store/server/payment/sandbox.ts'
import { browserOf } from '#test/support/worker/account.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { createEnrolled, createModerator, type Colleague } from '#test/support/worker/staff.ts'
import { ledgerOf, order, pay, readOrderRow, seedContent } from '#test/support/worker/store.ts'

beforeAll(seedContent)

/** Without looks: whatever shows an order leaves an entry of its own (ops-looks.test.ts). */
const auditOf = async (id: string) => (await entriesOf(id)).filter(({ action }) => action !== 'order.opened')
const entriesOf = async (id: string) =>
  (await db.select().from(auditLog).where(eq(auditLog.subjectId, id))).map(({ action, actorId, detail }) => ({
    action,
    actorId,
    detail,
  }))
const refundOf = async (orderId: string) => (await db.select().from(refunds).where(eq(refunds.orderId, orderId)))[0]
const reason = 'Charged by mistake, as they wrote to us.'

async function paidOrder(lines: Record<string, number> = { 'boost-5': 1 }) {
  const member = await createMember()
  const placed = await order(member, lines)
  await pay(placed.sessionId)
  return { member, ...placed, ...(await readOrderRow(placed.orderId)) }
}

const refund = (operator: Colleague, orderId: string, fields: Record<string, string>) =>
  operator.submit(`/ops/orders/${orderId}/refund`, fields)

describe('the pages about money', () => {
  const addresses = ['/ops/orders', '/ops/payments', '/ops/promo-codes']

  it('are for operators with their second factor; a moderator reads and changes nothing there', async () => {
    const { orderId } = await paidOrder()
    const posts: [string, Record<string, string>][] = [
      [`/ops/orders/${orderId}/refund`, { part: 'whole', reason, amount: '999' }],
      [`/ops/orders/${orderId}/settle`, {}],
      ['/ops/promo-codes', { code: `MOD${newId().slice(0, 6)}`, percent: '50' }],
      ['/ops/promo-codes/HELLO/end', {}],
      ['/ops/payments/x/close', { note: reason }],
    ]
    for (const colleague of [await createModerator(), await createEnrolled('operator')]) {
      for (const path of [...addresses, `/ops/orders/${orderId}`]) {
        const answer = await colleague.get(path)
        expect([answer.status, answer.headers.get('location')], path).toEqual([303, '/ops'])
      }
      for (const [path, fields] of posts) {
        const answer = await colleague.submit(path, fields)
        expect([answer.status, answer.headers.get('location')], path).toEqual([303, '/ops'])
      }
    }
    expect([await refundOf(orderId), await auditOf(orderId)]).toEqual([undefined, []])
    const browser = browserOf(await createMember())
    for (const path of [...addresses, `/ops/orders/${orderId}`]) expect((await browser.get(path)).status, path).toBe(404)
    for (const [path] of posts) expect((await browser.submit(path, [])).status, path).toBe(404)
    const home = await (await (await createModerator()).get('/ops')).text()
    for (const path of addresses) expect(home).not.toContain(path)
  })
})

describe('the orders', () => {
  it('are found by order, receipt number and member, and by state', async () => {
    const operator = await createModerator('operator')
    const [{ orderId, receiptNumber, member }, other] = [await paidOrder(), await paidOrder()]
    const pending = await order(member, { 'likes-10': 1 })
    const found = async (query: Record<string, string>) => {
      const page = await (await operator.get(`/ops/orders?${new URLSearchParams(query)}`)).text()
      return [orderId, other.orderId, pending.orderId].map((id) => page.includes(`/ops/orders/${id}"`))
    }
    expect(await found({ find: orderId })).toEqual([true, false, false])
    expect(await found({ find: String(receiptNumber) })).toEqual([true, false, false])
    expect(await found({ find: ` ${member.id} ` })).toEqual([true, false, true])
    expect(await found({ find: member.id, state: 'pending' })).toEqual([false, false, true])
    expect(await found({ find: newId() })).toEqual([false, false, false])
    expect(await (await operator.get(`/ops/members/${member.id}`)).text()).toContain(`/ops/orders?find=${member.id}"`)
    // What is no search is the newest of all.
    expect(await found({ find: "' or 1", state: 'nothing' })).toEqual([true, true, true])
  })

  it('go on page by page, and no page repeats or leaves out one', async () => {
    const [operator, member] = [await createModerator('operator'), await createMember()]
    const ids = Array.from({ length: 103 }, () => newId())
    const { orderId } = await order(member, { 'likes-10': 1 })
    const row = await readOrderRow(orderId)
    for (const [index, id] of ids.entries()) {
      // Four at each moment, so that a page ends among equals.
      await db
        .insert(orders)
        .values({ ...row, id, idempotencyKey: id, placedAt: 1_000_000 + Math.floor(index / 4), receiptNumber: null })
      await db.insert(payments).values({ orderId: id, provider: 'sandbox', status: 'open', updatedAt: 1 })
    }
    const seen: string[] = []
    let path: string | undefined = `/ops/orders?find=${member.id}`
    while (path) {
      const page: string = await (await operator.get(path)).text()
      seen.push(...[...page.matchAll(/href="\/ops\/orders\/([\w-]+)"/g)].map(([, id]) => id ?? ''))
      path = /<a href="([^"]*before=[^"]*)">Older/.exec(page)?.[1]?.replaceAll('&amp;', '&')
    }
    expect(seen.toSorted()).toEqual([...ids, orderId].toSorted())
  })
})

describe('an order', () => {
  it('shows lines, payment, events and ledger, with an entry in the audit log', async () => {
    const operator = await createModerator('operator')
    const { orderId, sessionId, member, receiptNumber } = await paidOrder({ 'boost-5': 2, 'premium-1': 1 })
    await activateBoost(db, member.id, Date.now())
    const page = await (await operator.get(`/ops/orders/${orderId}`)).text()
    const texts = [
      `<dd>${receiptNumber}</dd>`,
      '£29.97',
      '10 × boost',
      '1 months of premium',
      sessionId,
      'checkout.session.completed',
    ]
    for (const text of [...texts, 'premium week', `/ops/members/${member.id}`]) expect(page).toContain(text)
    expect(await entriesOf(orderId)).toEqual([{ action: 'order.opened', actorId: operator.id, detail: {} }])
    expect((await operator.get('/ops/orders/unknown')).headers.get('location')).toBe('/ops/orders')
  })

  it('is settled by asking the provider again', async () => {
    const operator = await createModerator('operator')
    const member = await createMember()
    const { orderId, sessionId } = await order(member, { 'boost-5': 1 })
    await changeSandboxPayment(env, sessionId, { status: 'paid' })
    const answer = await operator.submit(`/ops/orders/${orderId}/settle`)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/ops/orders/${orderId}?done=settled`])
    expect([(await readOrderRow(orderId)).state, await ledgerOf(member)]).toEqual(['fulfilled', ['boost 5 order']])
    expect((await auditOf(orderId)).map(({ action }) => action)).toEqual(['order.settled'])
    await db.delete(sandboxPayments).where(eq(sandboxPayments.sessionId, sessionId))
    expect((await operator.submit(`/ops/orders/${orderId}/settle`)).status).toBe(409)
  })
})

describe('a refund', () => {
  it('is shown first and then done, whole, with its audit entry; what runs ends', async () => {
    const operator = await createModerator('operator')
    const { orderId, member, sessionId } = await paidOrder()
    await activateBoost(db, member.id, Date.now())
    const shown = await (await refund(operator, orderId, { part: 'whole', reason })).text()
    for (const text of ['Pay back £9.99', '4 × boost', 'those of 1 that run or wait', reason]) expect(shown).toContain(text)
    expect(await refundOf(orderId)).toBeUndefined()
    const done = await refund(operator, orderId, { part: 'whole', reason, amount: '999' })
    expect([done.status, done.headers.get('location')]).toEqual([303, `/ops/orders/${orderId}?done=refunded`])
    expect(await refundOf(orderId)).toMatchObject({ amount: 999, cause: 'operator', reason, acceptedAt: expect.any(Number) })
    expect(await ledgerOf(member)).toEqual(['boost 5 order', 'boost -1 use', 'boost -4 refund'])
    const [running] = await db.select().from(boosts).where(eq(boosts.memberId, member.id))
    expect(running?.endsAt).toBeLessThanOrEqual(Date.now())
    const [payment] = await db.select().from(sandboxPayments).where(eq(sandboxPayments.sessionId, sessionId))
    expect(payment?.refunded).toBe(999)
    expect(await auditOf(orderId)).toEqual([
      { action: 'order.refunded', actorId: operator.id, detail: { part: 'whole', amount: 999, currency: 'GBP' } },
    ])
    const page = await (await operator.get(`/ops/orders/${orderId}`)).text()
    expect(page).toContain(reason)
    expect(page).not.toContain('Show what this does')
  })

  it('of the unused part is computed by the rules of a withdrawal, also after the fourteen days; what runs, runs on', async () => {
    const operator = await createModerator('operator')
    const { orderId, member } = await paidOrder()
    await activateBoost(db, member.id, Date.now())
    await db.update(orders).set({ paidAt: 1 }).where(eq(orders.id, orderId))
    expect(await (await refund(operator, orderId, { part: 'unused', reason })).text()).toContain('Pay back £7.99')
    expect((await refund(operator, orderId, { part: 'unused', reason, amount: '799' })).status).toBe(303)
    const [running] = await db.select().from(boosts).where(eq(boosts.memberId, member.id))
    expect(running?.endsAt).toBeGreaterThan(Date.now())
  })

  it('of another amount than was shown is refused, with the new one', async () => {
    const operator = await createModerator('operator')
    const { orderId, member } = await paidOrder()
    for (const amount of ['1', '1000', '99900'])
      expect((await refund(operator, orderId, { part: 'whole', reason, amount })).status).toBe(409)
    await activateBoost(db, member.id, Date.now())
    const answer = await refund(operator, orderId, { part: 'unused', reason, amount: '999' })
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining('£7.99')])
    for (const fields of [
      { part: 'half', reason },
      { part: 'whole', reason: 'short' },
      { part: 'whole', reason, amount: '-1' },
    ])
      expect((await refund(operator, orderId, fields as Record<string, string>)).status).toBe(422)
    expect([await refundOf(orderId), await auditOf(orderId)]).toEqual([undefined, []])
  })

  it('happens once, however many operators press at once', async () => {
    const { orderId, member } = await paidOrder()
    const operators = await Promise.all([createModerator('operator'), createModerator('operator')])
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        refund(operators[index % 2] as Colleague, orderId, { part: 'whole', reason, amount: '999' }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409, 409, 409, 409, 409])
    expect(await ledgerOf(member)).toEqual(['boost 5 order', 'boost -5 refund'])
    expect((await auditOf(orderId)).map(({ action }) => action)).toEqual(['order.refunded'])
  })

  it('is not offered while a dispute is open, and not before the payment', async () => {
    const operator = await createModerator('operator')
    const pending = await order(await createMember(), { 'boost-5': 1 })
    const disputed = await paidOrder()
    await changeSandboxPayment(env, disputed.sessionId, { dispute: 'open' })
    await operator.submit(`/ops/orders/${disputed.orderId}/settle`)
    for (const [orderId, why] of [
      [pending.orderId, 'not paid'],
      [disputed.orderId, 'disputed'],
    ] as const) {
      expect(await (await operator.get(`/ops/orders/${orderId}`)).text()).toContain(`Nothing can be paid back now: ${why}.`)
      expect((await refund(operator, orderId, { part: 'whole', reason, amount: '999' })).status).toBe(409)
    }
  })
})
