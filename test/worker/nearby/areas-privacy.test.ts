import { env } from 'cloudflare:test'
import { eq, sql, type SQL } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { areaMarks, blocks, boosts, likes, pairs, passes, profiles } from '#db/schema.ts'
import { blockActions } from '#features/blocks/contract.ts'
import { deletionStatements } from '#features/auth/session/server/public.ts'
import { likeActions } from '#features/likes/contract.ts'
import { type Cell } from '#features/location/contract.ts'
import { cellColumnsOf, distanceBand, parentsAround } from '#features/location/rules.ts'
import { parentOf } from '#features/location/server/public.ts'
import { profileActions } from '#features/profile/contract.ts'
import { reachOf } from '#features/nearby/rules.ts'
import { restrictionStatements } from '#features/restriction/server/public.ts'
import { defaultView, type NearbyView } from '#features/nearby/contract.ts'
import { areaLimits } from '#features/nearby/server/areas/away.ts'
import type { AreaAnswer, AreaQuery } from '#features/nearby/server/areas/contract.ts'
import { candidatesStatement } from '#features/nearby/server/queries.ts'
import { createRandom } from '#seed/demo/random.ts'
import { areaObject } from '#server/objects/stubs.ts'
import { readPage } from '#test/support/worker/area-lists.ts'
import { settleAreas } from '#test/support/worker/areas.ts'
import { db, operatorId, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { cellAt, createPerson, fixedArea, moved, newArea, type Position } from '#test/support/worker/places.ts'
import { newId } from '#test/support/worker/realtime-client.ts'

const day = 24 * 60 * 60_000
const isFullLength = env.FULL_LENGTH === '1'

type Find = (name: string, query: AreaQuery) => Promise<AreaAnswer | null>

/** Bindings whose areas answer so, and learn nothing. */
const areasThat = (find: Find) =>
  ({ AREA: { getByName: (name: string) => ({ findCandidates: (query: AreaQuery) => find(name, query), apply: async () => {}, rebuild: async () => {} }) } }) as unknown as Pick<typeof env, 'AREA'> // prettier-ignore

/** Everyone whom the SQL lets the viewer meet. */
async function listAllowed(viewerId: string, view: NearbyView, now: number): Promise<Set<string>> {
  const rows = await candidatesStatement(db, { viewerId, view, window: { from: null, to: null }, now, at: now })
  return new Set(rows.flatMap((row) => (row.fits ? [row.id] : [])))
}

const acts: [string, (viewer: string, person: string, now: number) => SQL][] = [
  ['a block', (viewer, person, now) => sql`insert into ${blocks} (blocker_id, blocked_id, created_at) values (${viewer}, ${person}, ${now})`],
  ['a block by the other', (viewer, person, now) => sql`insert into ${blocks} (blocker_id, blocked_id, created_at) values (${person}, ${viewer}, ${now})`],
  ['a pass', (viewer, person, now) => sql`insert into ${passes} (from_id, to_id, created_at, expires_at) values (${viewer}, ${person}, ${now}, ${now + day})`],
  ['a like', (viewer, person, now) => sql`insert into ${likes} (from_id, to_id, created_at) values (${viewer}, ${person}, ${now})`],
  ['a match', (viewer, person, now) => sql`insert into ${pairs} (low_id, high_id, conversation_id, matched_at) values (min(${viewer}, ${person}), max(${viewer}, ${person}), ${viewer + person}, ${now})`],
  ['a pause, a restriction or a deletion', (_, person) => sql`update ${profiles} set discoverable = 0 where member_id = ${person}`],
  ['a purge', (_, person) => sql`delete from ${profiles} where member_id = ${person}`],
  ['other wishes of the other', (_, person) => sql`update ${profiles} set seeks_mask = 0 where member_id = ${person}`],
  ['other wishes of the viewer', (viewer) => sql`update ${profiles} set seeks_mask = 0 where member_id = ${viewer}`],
  ['a move away', (_, person) => sql`update ${profiles} set parent_x = parent_x + 100, cell_x = cell_x + 800 where member_id = ${person}`],
  ['an answer that is hidden', (_, person) => sql`update ${profiles} set visibility = '{"intent":"me"}' where member_id = ${person}`],
  ['a badge that ends', (_, person) => sql`update ${profiles} set verified = 0 where member_id = ${person}`],
] // prettier-ignore

const view: NearbyView = { ...defaultView, intents: ['dating'], verified: true }
const wanted = { intent: 'dating', verified: true }

describe.each([
  ['that has not learnt of it', async () => {}],
  ['that has not learnt of it, while D1 believes that it has', async () => void (await db.run(sql`delete from ${areaMarks}`))],
])('an area %s', (_, forget) => {
  it.each(acts)('shows nobody whom the viewer may not meet after %s', async (_act, act) => {
    const home = newArea()
    const viewer = await createPerson(home)
    const people = await Promise.all(Array.from({ length: 4 }, () => createPerson(home, wanted)))
    const [person = viewer] = people
    await settleAreas()
    const now = Date.now()
    const frozen = new Map<string, AreaAnswer | null>()
    const before = await readPage({
      viewerId: viewer.id,
      view,
      cursor: null,
      now,
      areas: areasThat(async (name, query) => {
        const answer = await areaObject(env, name).findCandidates(query)
        frozen.set(name, answer)
        return answer
      }),
    })
    expect(before.people.map(({ id }) => id)).toContain(person.id)
    await db.run(act(viewer.id, person.id, now))
    await forget()
    const areas = areasThat(async (name) => frozen.get(name) ?? null)
    const after = await readPage({ viewerId: viewer.id, view, cursor: null, now, areas })
    const allowed = await listAllowed(viewer.id, view, now)
    expect(allowed.has(person.id)).toBe(false)
    expect(after.isByAreas).toBe(true)
    expect(after.people.map(({ id }) => id).toSorted()).toEqual([...allowed].toSorted())
  })
})

const ownActs: [string, (viewer: TestMember, person: TestMember) => Promise<unknown>][] = [
  ['blocks the person', (viewer, { id }) => postJson(viewer, blockActions.block.path, { id })],
  ['is blocked', ({ id }, person) => postJson(person, blockActions.block.path, { id })],
  ['passes', (viewer, { id }) => postJson(viewer, likeActions.pass.path, { id })],
  ['likes', (viewer, { id }) => postJson(viewer, likeActions.like.path, { id })],
  ['looks while the person pauses', (_, person) => postForm(person, profileActions.pause.path, { pause: '1' })],
  ['looks while the person is restricted', async (_, { id }) =>
    db.batch(restrictionStatements(db, { id: newId(), memberId: id, rule: 'scam', facts: '', until: null, hidesAt: null, actorId: await operatorId() }, Date.now()))],
  ['looks while the person deletes their account', (_, { id }) =>
    db.batch(deletionStatements(db, { memberId: id, by: 'member', hidesAt: Date.now() }, Date.now()))],
] // prettier-ignore

describe('a viewer who', () => {
  it.each(ownActs)('%s sees them on no page from that commit on, though the area has just named them', async (_act, act) => {
    const home = newArea()
    const viewer = await createPerson(home)
    const [person, other] = [await createPerson(home, wanted), await createPerson(home, wanted)]
    await settleAreas()
    let isDone = false
    const areas = areasThat(async (name, query) => {
      const answer = await areaObject(env, name).findCandidates(query)
      expect(answer?.found.map(({ id }) => id)).toContain(person.id)
      // Between the area's answer and the page's batch.
      if (!isDone) await act(viewer, person)
      isDone = true
      return answer
    })
    const { people, isByAreas } = await readPage({ viewerId: viewer.id, view, cursor: null, now: Date.now(), areas })
    expect([isDone, isByAreas]).toEqual([true, true])
    expect(people.map(({ id }) => id)).toEqual([other.id])
  })
})

describe('areas', () => {
  const home = newArea()
  const now = Date.now() + 60_000
  let viewer: TestMember
  let everyone: string[]

  beforeAll(async () => {
    viewer = await createPerson(home)
    const random = createRandom('lies')
    for (let index = 0; index < 60; index++) {
      const far = random.chance(0.2) ? 300 : 0
      const person = await createPerson(moved(home, far), { discoverable: random.chance(0.7), seeks: random.chance(0.7) ? ['woman'] : ['man'] })
      if (random.chance(0.2)) await db.run(sql`insert into ${passes} (from_id, to_id, created_at, expires_at) values (${viewer.id}, ${person.id}, ${now}, ${now + day})`)
      if (random.chance(0.2)) await db.run(sql`insert into ${blocks} (blocker_id, blocked_id, created_at) values (${person.id}, ${viewer.id}, ${now})`)
      if (random.chance(0.2)) await db.run(sql`insert into ${boosts} (id, member_id, starts_at, ends_at) values (${`lie-${person.id}`}, ${person.id}, ${now - 1}, ${now + day})`)
    } // prettier-ignore
    everyone = (await db.select({ id: profiles.memberId }).from(profiles)).map(({ id }) => id)
    await settleAreas()
  })

  it('that lie show nobody whom the viewer may not meet, and nobody twice', async () => {
    const random = createRandom('liars')
    const allowed = await listAllowed(viewer.id, defaultView, now)
    expect(allowed.size).toBeGreaterThan(5)
    let shown = 0
    for (let round = 0; round < (isFullLength ? 500 : 40); round++) {
      const areas = areasThat(async () => {
        const lie = () => random.sample([...everyone, 'unknown', viewer.id], random.int(0, 40))
        const person = (id: string) => ({ id, activeAt: now - random.int(-1000, day), rank: random.int(0, 1000) / 10 })
        return {
          found: [...lie(), ...lie()].map(person),
          boosted: lie().map((id) => ({ ...person(id), boostId: `lie-${id}`, endsAt: now + random.int(-10, 10), fits: random.chance(0.7) })),
          liked: lie().map(person),
        } // prettier-ignore
      })
      const { people } = await readPage({ viewerId: viewer.id, view: defaultView, cursor: null, now, areas })
      const ids = people.map(({ id }) => id)
      expect(ids.filter((id) => !allowed.has(id))).toEqual([])
      expect(new Set(ids).size).toBe(ids.length)
      shown += ids.length
    }
    expect(shown).toBeGreaterThan(20)
  })

  it('that are away or late leave the list to SQL, a limited number of times a second', async () => {
    const allowed = [...(await listAllowed(viewer.id, defaultView, now))].toSorted()
    areaLimits.answerMs = 20
    try {
      const late = areasThat(
        () => new Promise((resolve) => setTimeout(() => resolve({ found: [], boosted: [], liked: [] }), 200)),
      )
      const { people, isByAreas } = await readPage({ viewerId: viewer.id, view: defaultView, cursor: null, now, areas: late })
      expect(isByAreas).toBe(false)
      expect(people.map(({ id }) => id).toSorted()).toEqual(allowed.slice(0, 24).toSorted())
      const away = areasThat(async () => {
        throw new Error('away')
      })
      // The clock of a page decides about its second.
      const later = now + 60_000
      const read = () => readPage({ viewerId: viewer.id, view: defaultView, cursor: null, now: later, areas: away })
      const outcomes = await Promise.allSettled(Array.from({ length: 30 }, read))
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
      expect(outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))).toContain(
        'AppError: No area answers',
      )
    } finally {
      areaLimits.answerMs = 20_000
    }
  })

  it('give of a place its band and nothing finer, to an attacker who looks from many places', async () => {
    const random = createRandom('attacker')
    const city = fixedArea(1)
    const attacker = await createPerson(city, { discoverable: false })
    const away = () => random.int(-240, 240) / 10
    const targets: { id: string; position: Position; cell: Cell }[] = []
    // All alike, so that nothing but their places can make a difference. Two pairs share a cell.
    for (let target = 0; target < 8; target++) {
      const position = target % 4 === 3 ? besideIn(targets[target - 1]?.position ?? city) : moved(city, away(), away())
      const { id } = await createPerson(position, { activeAt: now - day })
      targets.push({ id, position, cell: cellAt(position) })
    }
    await settleAreas()
    const looks: { from: Cell; seen: Map<string, unknown> }[] = []
    for (let look = 0; look < (isFullLength ? 900 : 200); look++) {
      const from = cellAt(moved(city, random.int(-80, 80), random.int(-80, 80)))
      await db.update(profiles).set(cellColumnsOf(from)).where(eq(profiles.memberId, attacker.id)) // prettier-ignore
      const asked = { viewerId: attacker.id, view: { ...defaultView, within: random.pick([null, null, 25, 50, 100] as const) }, cursor: null, now }
      const { people, isByAreas } = await readPage(asked)
      expect(isByAreas).toBe(true)
      const shown = targets.flatMap(({ id, cell }) => (mayBeSeen(from, cell, asked.view.within) ? [{ id, band: distanceBand(from, cell) }] : []))
      // By band, and within one band by id: the order says no more.
      const best = shown.toSorted((a, b) => Number(a.band === 'over') - Number(b.band === 'over') || Number(a.band) - Number(b.band) || (a.id < b.id ? -1 : 1))
      expect(people.map(({ id, band }) => ({ id, band }))).toEqual(best)
      for (const card of people) expect(Object.keys(card).filter((name) => /cell|distance|activeAt|birth|parent/.test(name))).toEqual([])
      if (asked.view.within === null) looks.push({ from, seen: new Map(people.map(({ id, band }) => [id, band])) })
    }
    // The cells from which every look is the same, as whoever knows the grid would find them.
    for (const { id, cell } of targets) {
      const possible = cellsAround(city, 30).filter((each) =>
        looks.every(({ from, seen }) => seen.get(id) === (mayBeSeen(from, each, null) ? distanceBand(from, each) : undefined)),
      )
      expect(possible).toContainEqual(cell)
    }
    const [one, other] = [targets[2], targets[3]]
    expect(one?.cell).toEqual(other?.cell)
    expect(looks.filter(({ seen }) => seen.get(one?.id ?? '') !== seen.get(other?.id ?? ''))).toEqual([])
  }, 120_000) // prettier-ignore
})

/** Another position in the same cell. */
const besideIn = (position: Position): Position => {
  const { x, y } = cellAt(position)
  const others = [0.01, -0.01].flatMap((north) => [0.01, -0.01].map((east) => moved(position, north, east)))
  return others.find((other) => cellAt(other).x === x && cellAt(other).y === y) ?? position
}

const mayBeSeen = (from: Cell, cell: Cell, within: 25 | 50 | 100 | null): boolean => {
  const band = distanceBand(from, cell)
  const { x, y } = parentOf(cell)
  const isNear = parentsAround(parentOf(from), reachOf({ within })).some((parent) => parent.x === x && parent.y === y)
  return isNear && (within === null || (band !== 'over' && band <= within))
}

function cellsAround(middle: Position, km: number): Cell[] {
  const cells = new Map<string, Cell>()
  for (let north = -km; north <= km; north += 2)
    for (let east = -km; east <= km; east += 2) {
      const cell = cellAt(moved(middle, north, east))
      cells.set(`${cell.x} ${cell.y}`, cell)
    }
  return [...cells.values()]
}
