import { env } from 'cloudflare:test'
import { or, eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { tablesWithoutRowid } from '#db/row-key.ts'
import { likes, passes, visits } from '#db/schema.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { sources } from '#worker/export/sources.ts'
import { deletePortion } from '#worker/purge/queries.ts'
import { sliceAt, sweep } from '#worker/sweep.ts'
import { createMember, db, type TestMember } from '#test/support/worker/members.ts'
import { createCrowd, newArea } from '#test/support/worker/places.ts'

const day = 24 * 60 * 60_000
const runMs = 5 * 60_000

/** A member who has passed on so many people and likes them, and was passed on and visited by all of them. */
async function createBusy(size: number): Promise<{ member: TestMember; crowd: string }> {
  const [member, crowd, now] = [await createMember(), await createCrowd(newArea(), size, Date.now()), Date.now()]
  const people = sql`from profiles where member_id glob ${`${crowd}-*`}`
  for (const statement of [
    sql`insert into passes select ${member.id}, member_id, 1, ${now + day} ${people}`,
    sql`insert into passes select member_id, ${member.id}, 1, ${now + day} ${people}`,
    sql`insert into likes select member_id, ${member.id}, 1, null ${people}`,
    sql`insert into visits select member_id, ${member.id}, ${now}, 1 ${people}`,
  ])
    await db.run(statement)
  return { member, crowd }
}

describe('tables without a rowid', () => {
  it('are those that the code knows', async () => {
    const found = await db.all<{ name: string }>(
      sql`select name from sqlite_master where type = 'table' and sql like '%without rowid%' and name not like '\\_cf%' escape '\\'`,
    )
    expect(new Set(found.map(({ name }) => name))).toEqual(tablesWithoutRowid)
  })

  it('are exported page by page, each row once', async () => {
    const { member, crowd } = await createBusy(1300)
    const context = { env, db, memberId: member.id, firstName: '', translator: createTranslator('en', {}, { timeZone: 'UTC' }), now: Date.now() } // prettier-ignore
    const source = sources.find(({ file }) => file === 'passes')
    if (!source) throw new Error('Passes are not exported')
    const pages: number[] = []
    const ids: unknown[] = []
    for (let after: string | null = null, isMore = true; isMore;) {
      const { rows, next } = await source.read(context, after)
      pages.push(rows.length)
      ids.push(...rows.map((row) => row['toId']))
      after = next
      isMore = next !== null
    }
    expect(pages).toEqual([500, 500, 299])
    expect(new Set(ids).size).toBe(1299)
    expect(ids.every((id) => String(id).startsWith(crowd))).toBe(true)
  })

  it('are purged in portions, whichever of the two has gone', async () => {
    const { member, crowd } = await createBusy(1200)
    const left = async () =>
      (await db.$count(passes, or(eq(passes.fromId, member.id), eq(passes.toId, member.id)))) +
      (await db.$count(likes, eq(likes.toId, member.id))) +
      (await db.$count(visits, eq(visits.visitedId, member.id)))
    expect(await left()).toBe(4 * 1199)
    let portions = 1
    while (!(await deletePortion(db, member.id))) portions += 1
    expect([await left(), portions]).toEqual([0, 3])
    expect(await db.$count(passes, sql`from_id glob ${`${crowd}*`}`)).toBe(0)
  })
})

describe('the runs of half a day', () => {
  it('look through all ids, each of them once', () => {
    const start = Math.floor(Date.now() / (144 * runMs)) * 144 * runMs
    const slices = Array.from({ length: 144 }, (_, run) => sliceAt(start + run * runMs))
    expect(slices[0]?.from).toBe('')
    slices.slice(1).forEach(({ from }, index) => expect([from, from > (slices[index]?.from ?? '')]).toEqual([slices[index]?.to, true])) // prettier-ignore
    for (const id of ['', '-', '00000', 'Zz', '_', 'zzzzzz', '~', 'ä'])
      expect(slices.filter(({ from, to }) => from <= id && id < to)).toHaveLength(1)
    expect(sliceAt(start + 144 * runMs)).toEqual(slices[0])
    // A run that begins a little later looks through the same ids.
    expect(sliceAt(start + 7 * runMs + 1000)).toEqual(slices[7])
  })

  it('remove what is due of their people, and of no one else', async () => {
    const [{ member }, other] = [await createBusy(3), await createMember()]
    const now = Date.now()
    const isIn = (id: string, at: number) => sliceAt(at).from <= id && id < sliceAt(at).to
    const turn = Array.from({ length: 144 }, (_, run) => now + run * runMs).find((at) => isIn(member.id, at)) ?? now
    await db.insert(passes).values([
      { fromId: other.id, toId: member.id, createdAt: 1, expiresAt: now - 1 },
      { fromId: member.id, toId: other.id, createdAt: 1, expiresAt: isIn(other.id, turn) ? turn + day : now - 1 },
    ])
    await sweep(env, turn)
    expect(await db.$count(passes, eq(passes.fromId, other.id))).toBe(0)
    expect(await db.$count(passes, eq(passes.toId, member.id))).toBe(2)
    expect(await db.$count(passes, eq(passes.fromId, member.id))).toBe(3)
  })
})
