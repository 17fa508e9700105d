import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { encounterPauses, members, reportEvidence, reports } from '#db/schema.ts'
import { encounterPauseRule, type EncounterSource } from '#features/reports/contract.ts'
import { pauseDueAt } from '#features/reports/rules.ts'
import { decideReports, findEncounterPause } from '#features/reports/server/public.ts'
import { createMember, db, operatorId } from '#test/support/worker/members.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { fileReport, reportEncounter } from '#test/support/worker/reports.ts'
import { isPausedFromEncountersSql } from '#db/predicates/paused-from-encounters.ts'

const { windowMs } = encounterPauseRule
const t0 = Date.UTC(2030, 4, 1)
const hourMs = 60 * 60_000

/** One report after the other, each by a member of its own; answers their ids. */
async function reportAt(about: { id: string }, times: readonly number[], source: EncounterSource = 'anonymous') {
  const ids: string[] = []
  for (const now of times) ids.push(await reportEncounter(await createMember(), about, { now, source }))
  return ids
}

const decide = async (about: { id: string }, [reportId = '', ...alsoIds]: readonly string[]) =>
  decideReports(
    db,
    {
      reportId,
      alsoIds,
      reportedId: about.id,
      actorId: await operatorId(),
      reason: 'Nothing found.',
      action: { kind: 'dismiss' },
    },
    t0,
  )

const isPaused = async ({ id }: { id: string }) => {
  const [row] = await db
    .select({ paused: sql<0 | 1>`${isPausedFromEncountersSql(sql`${members.id}`)}` })
    .from(members)
    .where(eq(members.id, id))
  return row?.paused === 1
}

describe('reports of encounters', () => {
  it('keep the messages as evidence, and no profile', async () => {
    const ben = await createMember()
    const [id = ''] = await reportAt(ben, [t0])
    const evidence = await db.select().from(reportEvidence).where(eq(reportEvidence.reportId, id))
    expect(evidence).toMatchObject([{ kind: 'messages', data: { messages: [{ from: ben.id, text: 'an ugly line' }] } }])
  })

  it('by three different members within a day pause the one whom they are about, and no one else', async () => {
    const [ben, carl] = await Promise.all([createMember(), createMember()])
    await reportAt(ben, [t0, t0 + hourMs])
    expect([await findEncounterPause(db, ben.id), await isPaused(ben)]).toEqual([null, false])
    await reportAt(ben, [t0 + windowMs - 1], 'blind')
    expect([await findEncounterPause(db, ben.id), await isPaused(ben)]).toEqual([{ pausedAt: t0 + windowMs - 1 }, true])
    expect([await findEncounterPause(db, carl.id), await isPaused(carl)]).toEqual([null, false])
    expect((await db.select().from(members).where(eq(members.id, ben.id)))[0]?.state, 'all else goes on').toBe('complete')
  })

  it('by three over more than a day pause no one', async () => {
    const ben = await createMember()
    await reportAt(ben, [t0, t0 + hourMs, t0 + windowMs])
    expect(await findEncounterPause(db, ben.id)).toBeNull()
    await reportAt(ben, [t0 + windowMs + hourMs - 1])
    expect(await findEncounterPause(db, ben.id)).toEqual({ pausedAt: t0 + windowMs + hourMs - 1 })
  })

  it('by one member three times are one', async () => {
    const [ben, anna] = await Promise.all([createMember(), createMember()])
    for (let n = 0; n < 3; n += 1) await reportEncounter(anna, ben, { now: t0 + n })
    expect(await findEncounterPause(db, ben.id)).toBeNull()
    // Also where more than one of theirs is open, which the form does not allow.
    const row = { reporterId: anna.id, reportedId: ben.id, category: 'spam', source: 'anonymous' } as const
    await db.insert(reports).values([1, 2].map((n) => ({ ...row, id: newId(), createdAt: t0 + n })))
    await reportAt(ben, [t0 + 5])
    expect(await findEncounterPause(db, ben.id)).toBeNull()
  })

  it('count, those of profiles and conversations do not', async () => {
    const ben = await createMember()
    for (let n = 0; n < 3; n += 1) await fileReport(await createMember(), ben)
    await reportAt(ben, [Date.now(), Date.now()])
    expect(await findEncounterPause(db, ben.id)).toBeNull()
  })

  it('that come at once pause once', async () => {
    const ben = await createMember()
    const reporters = await Promise.all(Array.from({ length: 6 }, () => createMember()))
    await Promise.all(reporters.map((from, n) => reportEncounter(from, ben, { now: t0 + n })))
    expect(await db.$count(encounterPauses, eq(encounterPauses.memberId, ben.id))).toBe(1)
  })
})

describe('a pause', () => {
  it('lasts until the last of the reports that caused it is decided', async () => {
    const ben = await createMember()
    const ids = await reportAt(ben, [t0, t0 + 1, t0 + 2])
    await decide(ben, ids.slice(0, 2))
    expect(await isPaused(ben)).toBe(true)
    await decide(ben, ids.slice(2))
    expect([await findEncounterPause(db, ben.id), await isPaused(ben)]).toEqual([null, false])
  })

  it('does not wait for a report that came afterwards, nor for one from before the day', async () => {
    const ben = await createMember()
    const ids = await reportAt(ben, [t0 - windowMs, t0, t0 + 1, t0 + 2, t0 + hourMs])
    await decide(ben, ids.slice(1, 4))
    expect(await findEncounterPause(db, ben.id)).toBeNull()
  })

  it('goes on where three others have come meanwhile, until those are decided, too', async () => {
    const ben = await createMember()
    const ids = await reportAt(ben, [t0, t0 + 1, t0 + 2, t0 + 3, t0 + 4, t0 + 5])
    await decide(ben, ids.slice(0, 3))
    expect(await findEncounterPause(db, ben.id)).toEqual({ pausedAt: t0 + 5 })
    await decide(ben, ids.slice(3))
    expect(await findEncounterPause(db, ben.id)).toBeNull()
  })

  it('is not caused again by a report that was decided', async () => {
    const ben = await createMember()
    const ids = await reportAt(ben, [t0, t0 + 1, t0 + 2])
    await decide(ben, ids)
    await reportAt(ben, [t0 + 3, t0 + 4])
    expect(await findEncounterPause(db, ben.id)).toBeNull()
    await reportAt(ben, [t0 + 5])
    expect(await findEncounterPause(db, ben.id)).toEqual({ pausedAt: t0 + 5 })
  })

  it('goes with the account', async () => {
    const ben = await createMember()
    await reportAt(ben, [t0, t0 + 1, t0 + 2])
    await db.delete(members).where(eq(members.id, ben.id))
    expect(await findEncounterPause(db, ben.id)).toBeNull()
  })
})

/** The same numbers each time, so that a failure can be repeated. */
function seeded(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

it('the statement of the database pauses exactly when the pure rule does', async () => {
  const seen = new Set<boolean>()
  for (let seed = 1; seed <= 40; seed += 1) {
    const [ben, random] = [await createMember(), seeded(seed)]
    const rows = Array.from({ length: 3 + random(5) }, () => ({
      id: newId(),
      reporterId: `reporter-${random(5)}`,
      reportedId: ben.id,
      category: 'spam',
      source: (['anonymous', 'blind', 'blind', 'profile'] as const)[random(4)] ?? 'blind',
      state: (['open', 'open', 'open', 'dismissed'] as const)[random(4)] ?? 'open',
      createdAt: t0 + random(60) * hourMs,
    }))
    await db.insert(reports).values(rows)
    // One more report starts the statement; by a member of its own, long before the others.
    const now = t0 - 3 * windowMs
    await reportEncounter(await createMember(), ben, { now })
    const pausedAt = (await findEncounterPause(db, ben.id))?.pausedAt ?? null
    expect(pausedAt, `seed ${seed}`).toBe(pauseDueAt(rows))
    seen.add(pausedAt !== null)
    await db.delete(reports).where(eq(reports.reportedId, ben.id))
  }
  expect(seen, 'both happened').toEqual(new Set([true, false]))
})
