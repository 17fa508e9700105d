import { env } from 'cloudflare:test'
import { eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { orderLines, orders, paymentDifferences, payments, reportEvidence, reports, restrictions } from '#db/schema.ts'
import { sweep } from '#worker/sweep.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { fileReport } from '#test/support/worker/reports.ts'
import { order, seedContent } from '#test/support/worker/store.ts'

const day = 24 * 60 * 60_000
const now = Date.UTC(2038, 2, 1, 12)

const idsOf = async (table: typeof reports | typeof restrictions | typeof orders, ids: readonly string[]) => {
  const rows = await db.select({ id: table.id }).from(table).where(inArray(table.id, ids))
  return rows.map(({ id }) => id).toSorted()
}

describe('the cron', () => {
  beforeAll(seedContent)

  it('deletes a report with its evidence a year after its decision, and never one that waits', async () => {
    const decidedAt = [Date.UTC(2037, 1, 28), Date.UTC(2037, 2, 2), null]
    const ids = await Promise.all(
      decidedAt.map(async (at) => {
        const id = await fileReport(await createMember(), await createMember())
        await db
          .update(reports)
          .set({ decidedAt: at, state: at === null ? 'open' : 'dismissed' })
          .where(eq(reports.id, id))
        return id
      }),
    )
    await sweep(env, now)
    const kept = ids.slice(1).toSorted()
    expect(await idsOf(reports, ids)).toEqual(kept)
    const evidence = await db
      .selectDistinct({ id: reportEvidence.reportId })
      .from(reportEvidence)
      .where(inArray(reportEvidence.reportId, ids))
    expect(evidence.map(({ id }) => id).toSorted()).toEqual(kept)
  })

  it('deletes a restriction 3 years after it was lifted, and never one that stands', async () => {
    const { id: memberId } = await createMember()
    const liftedAt = [Date.UTC(2035, 1, 28), Date.UTC(2035, 2, 2), null]
    const rows = liftedAt.map((at) => ({
      id: newId(),
      memberId,
      rule: 'spam',
      facts: 'Advertised.',
      decidedBy: 'program' as const,
      createdAt: 1,
      liftedAt: at,
      formerState: 'complete' as const,
    }))
    await db.insert(restrictions).values(rows)
    await sweep(env, now)
    const ids = rows.map(({ id }) => id)
    expect(await idsOf(restrictions, ids)).toEqual(ids.slice(1).toSorted())
  })

  it('deletes an order with all that belongs to it 10 years after the end of its year', async () => {
    // Both are 10 years old; the year of the second has ended 10 years ago only in 2039.
    const placedAt = [Date.UTC(2028, 0, 1) - 1, Date.UTC(2028, 0, 1)]
    const member = await createMember()
    const ids: string[] = []
    for (const at of placedAt) {
      const { orderId } = await order(member, { 'boost-1': 1 })
      await db.update(orders).set({ placedAt: at }).where(eq(orders.id, orderId))
      await db.insert(paymentDifferences).values({
        id: newId(),
        sessionId: newId(),
        kind: 'amount',
        orderId,
        currency: 'GBP',
        ours: 1,
        theirs: 2,
        foundAt: at + (at === placedAt[1] ? day : 0),
        seenAt: at,
      })
      ids.push(orderId)
    }
    await sweep(env, now)
    const kept = ids.slice(1)
    expect(await idsOf(orders, ids)).toEqual(kept)
    for (const table of [orderLines, payments, paymentDifferences]) {
      const rows = await db.selectDistinct({ id: table.orderId }).from(table).where(inArray(table.orderId, ids))
      expect(rows.map(({ id }) => id)).toEqual(kept)
    }
  })
})
