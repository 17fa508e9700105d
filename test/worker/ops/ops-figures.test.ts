import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { openDatabase } from '#db/database.ts'
import { describe, expect, it } from 'vitest'
import {
  auditLog,
  chatRequests,
  contactMessages,
  dayFigures,
  failedEmails,
  members,
  orders,
  pairs,
  profiles,
  reports,
  securityEvents,
} from '#db/schema.ts'
import { liveCountsStatement } from '#features/ops/server/figures/live-counts.ts'
import { countYesterday } from '#features/ops/server/public.ts'
import { meteredDatabase } from '../../../scripts/bench/d1/meter.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { createModerator } from '#test/support/worker/staff.ts'

const minute = 60_000
const dayMs = 24 * 60 * minute

/** Far from everything that other tests store. */
const startOf = (year: number) => Date.UTC(year, 0, 1)

/** One row of each figure at this moment; two active members. */
async function happenAt(at: number): Promise<void> {
  const [one, other] = [await createMember(), await createMember()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  if (!one || !other) throw new Error('There are two')
  await db.update(members).set({ createdAt: at }).where(eq(members.id, one.id))
  for (const [member, discoverable] of [
    [one, true],
    [other, false],
  ] as const) {
    await db.update(profiles).set({ activeAt: at, discoverable }).where(eq(profiles.memberId, member.id))
  }
  const [lowId, highId] = [one.id, other.id]
  await db.insert(pairs).values({ lowId, highId, conversationId: newId(), matchedAt: at, openedAt: at })
  const request = { conversationId: newId(), fromId: lowId, toId: highId, state: 'declined', cid: newId() } as const
  await db.insert(chatRequests).values({ ...request, sentAt: at, stateAt: at, settledAt: at })
  const report = { id: newId(), reporterId: lowId, reportedId: highId, category: 'spam', source: 'profile' } as const
  await db.insert(reports).values({ ...report, state: 'dismissed', createdAt: at, decidedAt: at })
  const act = { actorId: lowId, subjectKind: 'member', subjectId: highId, at }
  await db.insert(auditLog).values([
    { ...act, id: newId(), action: 'restriction.imposed' },
    { ...act, id: newId(), action: 'member.found' },
  ])
  const email = { id: newId(), kind: 'like', code: 'unknown', attempts: 1, askedAt: at, usefulUntil: at, sealed: '' }
  await db.insert(failedEmails).values({ ...email, failedAt: at })
}

const figuresOf = async (at: number) => {
  const day = new Date(at).toISOString().slice(0, 10)
  const rows = await db.select().from(dayFigures).where(eq(dayFigures.day, day))
  return Object.fromEntries(rows.map(({ figure, value }) => [figure, value]))
}

describe('the figures of a day', () => {
  it('count exactly what happened in it, by UTC, and once', async () => {
    const from = startOf(2130)
    for (const at of [from - 1, from, from + dayMs - 1, from + dayMs]) await happenAt(at)
    const attacks = { day: '2130-01-01', expiresAt: startOf(2140) }
    await db.insert(securityEvents).values([
      { ...attacks, kind: 'sign-in-refused', count: 3 },
      { ...attacks, kind: 'limit-reached', count: 4 },
      { ...attacks, day: '2130-01-02', kind: 'limit-reached', count: 9 },
    ])
    expect(await countYesterday(env, from + dayMs + 4 * minute)).toEqual({ rows: 8 })
    const figures = {
      'sign-ups': 2,
      // Two at each of three moments: those of the first minutes after midnight cannot be held apart.
      'members active': 6,
      matches: 2,
      'message requests': 2,
      reports: 2,
      restrictions: 2,
      'emails not sent': 2,
      'possible attacks': 7,
    }
    expect(await figuresOf(from)).toEqual(figures)
    await happenAt(from)
    expect(await countYesterday(env, from + dayMs + 9 * minute)).toEqual({ rows: 0 })
    expect(await figuresOf(from)).toEqual(figures)
  })

  it('leave out who was active, when nobody counted soon after midnight', async () => {
    const from = startOf(2150)
    await happenAt(from)
    await countYesterday(env, from + dayMs + 3 * 60 * minute)
    const figures = await figuresOf(from)
    expect(figures).toMatchObject({ 'sign-ups': 1, matches: 1 })
    expect(figures).not.toHaveProperty('members active')
  })
})

describe('the operators’ overview', () => {
  const dayBefore = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

  it('shows yesterday, the mean of the seven days before, and each of them', async () => {
    await db.delete(dayFigures)
    const values = [1234, 10, 20, 30, 40, 50, 60]
    await db.insert(dayFigures).values(values.map((value, index) => ({ day: dayBefore(index + 1), figure: 'sign-ups', value })))
    await db.insert(dayFigures).values({ day: dayBefore(9), figure: 'sign-ups', value: 777 })
    const page = await (await (await createModerator('operator')).get('/ops')).text()
    const cellsOf = (name: string) => {
      const row = page.split('<tr>').find((part) => part.includes(`>${name}<`)) ?? ''
      return [...row.matchAll(/<td>(?:<strong>)?([^<]*)/g)].map(([, text]) => text)
    }
    expect(cellsOf('Sign-ups')).toEqual(['1,234', '35', '10', '20', '30', '40', '50', '60', '–'])
    expect(cellsOf('Matches')).toEqual(Array.from({ length: 9 }, () => '–'))
    expect(await (await (await createModerator()).get('/ops')).text()).not.toContain('Sign-ups')
  })

  it('counts what happens now, and moderators do not see it', async () => {
    const operator = await createModerator('operator')
    const countsOf = async () => {
      const page = await (await operator.get('/ops')).text()
      const count = (label: string) => Number(new RegExp(`<li>${label}: ([\\d,]+)</li>`).exec(page)?.[1]?.replaceAll(',', ''))
      return [
        count('Members active in the last 5 minutes'),
        count('Sign-ups today'),
        count('Orders placed today'),
        count('Orders of today that are paid'),
        count('Contact messages that wait'),
      ]
    }
    const before = await countsOf()
    const now = Date.now()
    const [midnight, active] = [new Date(now).setUTCHours(0, 0, 0, 0), (ago: number) => ({ activeAt: now - ago })]
    const buyer = await createMember({ member: { createdAt: midnight }, profile: active(4 * minute) })
    await createMember({ member: { createdAt: midnight - 1 }, profile: { ...active(4 * minute), discoverable: false } })
    await createMember({ member: { createdAt: midnight - 1 }, profile: active(6 * minute) })
    for (const [placedAt, paidAt] of [
      [midnight, now],
      [midnight, null],
      [midnight - 1, now],
    ] as const) {
      const money = { currency: 'GBP', gross: 0, discount: 0, total: 0, taxRate: 0, net: 0, tax: 0 } as const
      const order = { id: newId(), memberId: buyer.id, idempotencyKey: newId(), cartRevision: 1, locale: 'en', ...money } as const
      await db.insert(orders).values({ ...order, state: 'failed', placedAt, paidAt })
    }
    const message = {
      topic: 'other',
      name: 'Nora',
      email: 'nora@example.test',
      message: '?',
      locale: 'en',
      createdAt: now,
      expiresAt: now,
    }
    for (const state of ['open', 'answered'] as const) await db.insert(contactMessages).values({ ...message, id: newId(), state })
    expect((await countsOf()).map((count, index) => count - (before[index] ?? Number.NaN))).toEqual([2, 1, 2, 1, 1])
    expect(await (await (await createModerator()).get('/ops')).text()).not.toContain('Sign-ups today')
  })

  it('reads no row of those that it does not count', async () => {
    let rows = 0
    const metered = openDatabase(meteredDatabase(env.DB, ({ rowsRead }) => (rows = rowsRead)))
    const far = startOf(2160)
    const rowsReadAt = async (now: number) => {
      await liveCountsStatement(metered, now)
      return rows
    }
    const before = await rowsReadAt(far)
    for (let person = 0; person < 20; person += 1) await createMember()
    expect(await rowsReadAt(far)).toBe(before)
    expect(await rowsReadAt(Date.now())).toBeGreaterThanOrEqual(before + 40)
  })

  it('says how long the oldest of each queue has waited', async () => {
    const [reporter, reported, operator] = [await createMember(), await createMember(), await createModerator('operator')]
    const report = { id: newId(), reporterId: reporter.id, reportedId: reported.id, category: 'spam', source: 'profile' } as const
    await db.insert(reports).values({ ...report, createdAt: Date.now() - 5 * dayMs })
    expect(await (await operator.get('/ops')).text()).toMatch(/Reports that wait: \d+<\/a>, the oldest for 5 days/)
  })
})
