import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditLog, paymentDifferences, sandboxPayments } from '#db/schema.ts'
import { changeSandboxPayment } from '#features/store/server/payment/sandbox.ts'
import { reconcilePayments } from '#features/store/settlement/server/public.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { createModerator } from '#test/support/worker/staff.ts'
import { order, pay, seedContent } from '#test/support/worker/store.ts'

beforeAll(seedContent)

const dayMs = 24 * 60 * 60_000
const note = 'A goodwill refund by hand, agreed with the member.'

async function difference(values: Partial<typeof paymentDifferences.$inferInsert> = {}): Promise<string> {
  const id = newId()
  const at = Date.now() - 2 * dayMs
  const row = { id, sessionId: `cs_${id}`, kind: 'refund', orderId: newId(), currency: 'GBP', ours: 0, theirs: 300 } as const
  await db.insert(paymentDifferences).values({ ...row, foundAt: at, seenAt: at, ...values })
  return id
}

const rowOf = async (id: string) => (await db.select().from(paymentDifferences).where(eq(paymentDifferences.id, id)))[0]

describe('the page of payments', () => {
  it('says in words what differs and what to do, and the overview raises an alarm', async () => {
    const operator = await createModerator('operator')
    await db.delete(paymentDifferences)
    const calm = await (await operator.get('/ops')).text()
    expect(calm).toContain('Differences between provider and orders: 0')
    expect(calm).not.toContain('The payment provider and the orders do not agree')
    const placed = await order(await createMember(), { 'boost-5': 1 })
    await pay(placed.sessionId)
    await changeSandboxPayment(env, placed.sessionId, { refunded: 300 })
    await reconcilePayments(env, Date.now() + dayMs)
    const home = await (await operator.get('/ops')).text()
    expect(home).toContain('Differences between provider and orders: 1')
    expect(home).toContain('The payment provider and the orders do not agree')
    expect(await (await (await createModerator()).get('/ops')).text()).not.toContain('provider')
    const page = await (await operator.get('/ops/payments')).text()
    expect(page).toContain('We have decided to pay back £0.00, and the provider has paid back £3.00.')
    expect(page).toContain(`/ops/orders/${placed.orderId}"`)
    expect(page).toMatch(/<th scope="row"><time datetime="\d{4}-\d\d-\d\d">/)
  })

  it('names each kind of difference', async () => {
    const operator = await createModerator('operator')
    const kinds = {
      'missing-order': 'there is no such order here',
      amount: 'The order’s total is £9.99, and the provider was paid £1.00',
      currency: 'The order’s total is £9.99, and the provider was paid 1.00 in another currency',
      'paid-twice': 'paid a second time: £1.00',
      'paid-not-granted': 'what was bought was not granted',
      'granted-not-paid': '£9.99 counts as paid here',
      dispute: 'bank disputes £1.00',
    } as const
    for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) await difference({ kind, ours: 999, theirs: 100 })
    const page = await (await operator.get('/ops/payments')).text()
    for (const text of Object.values(kinds)) expect(page).toContain(text)
  })

  it('lets an operator close one with a note, once, with its audit entry', async () => {
    const operator = await createModerator('operator')
    const id = await difference()
    expect((await operator.submit(`/ops/payments/${id}/close`, { note: 'short' })).status).toBe(409)
    const both = await Promise.all([0, 1].map(() => operator.submit(`/ops/payments/${id}/close`, { note })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 409])
    expect(await rowOf(id)).toMatchObject({ note, closedBy: operator.id, closedAt: expect.any(Number) })
    const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, id))
    expect(entries).toMatchObject([{ action: 'difference.closed', actorId: operator.id, detail: {} }])
    const page = await (await operator.get('/ops/payments')).text()
    expect(page).toContain('closed by Mo')
    expect(page).toContain(note)
  })

  it('lists payments with the wrong money, until they were paid back', async () => {
    const operator = await createModerator('operator')
    const { orderId, sessionId } = await order(await createMember(), { 'boost-5': 1 })
    await db.update(sandboxPayments).set({ amount: 1 }).where(eq(sandboxPayments.sessionId, sessionId))
    await pay(sessionId)
    const listed = async () => {
      const page = await (await operator.get('/ops/payments')).text()
      return page.slice(page.indexOf('wrong money'), page.indexOf('Comparisons')).includes(orderId)
    }
    expect(await listed()).toBe(true)
    expect(await (await operator.get('/ops')).text()).toMatch(/Payments with the wrong money: [1-9]/)
    expect(await (await operator.get(`/ops/orders/${orderId}`)).text()).toContain('nothing was granted')
    await changeSandboxPayment(env, sessionId, { refunded: 1 })
    await operator.submit(`/ops/orders/${orderId}/settle`)
    expect(await listed()).toBe(false)
  })
})
