import { env } from 'cloudflare:test'
import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { blocks, favourites, pairs, profiles } from '#db/schema.ts'
import { favouriteActions, favouritesLimit, type FavouritesProps } from '#features/favourites/contract.ts'
import { listFavouritedBy } from '#features/favourites/server/public.ts'
import type { PeopleNearbyProps } from '#features/nearby/contract.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage, readPayload } from '#test/support/worker/pages.ts'
import { newId, origin } from '#test/support/worker/realtime-client.ts'

const keep = (owner: TestMember, id: unknown, note?: string) => postJson(owner, favouriteActions.keep.path, { id, note })
const remove = (owner: TestMember, id: unknown) => postJson(owner, favouriteActions.remove.path, { id })
const write = (owner: TestMember, id: unknown, note: unknown) => postJson(owner, favouriteActions.note.path, { id, note })
const rowsOf = (owner: TestMember) => db.select().from(favourites).where(eq(favourites.ownerId, owner.id))
const open = async (owner: TestMember, query = '') => (await readPayload<FavouritesProps>(owner, `/favorits${query}`)).props
const ids = ({ cards }: FavouritesProps) => cards.map(({ id }) => id)
const hide = (who: TestMember, discoverable = false) =>
  db.update(profiles).set({ discoverable }).where(eq(profiles.memberId, who.id))

/** Rows of the past, one a minute, the newest first. */
async function keepMany(owner: TestMember, count: number): Promise<TestMember[]> {
  const people = await Promise.all(Array.from({ length: count }, () => createMember()))
  const rows = people.map(({ id }, index) => ({ ownerId: owner.id, memberId: id, createdAt: 1_700_000_000_000 - index * 60_000 }))
  for (let from = 0; from < rows.length; from += 20) await db.insert(favourites).values(rows.slice(from, from + 20))
  return people
}

describe('a favourite', () => {
  it('is kept once, however often the star is pressed, and no member is notified', { timeout: 30_000 }, async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const answers = await Promise.all(Array.from({ length: 50 }, () => keep(anna, ben.id)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await answers[0]?.json()).toMatchObject({ favourite: true })
    expect(await rowsOf(anna)).toMatchObject([{ memberId: ben.id, note: '' }])
    expect(await env.MEMBER_HUB.getByName(ben.id).notices(10, null)).toEqual([])
    expect(ids(await open(ben))).toEqual([])
  })

  it('of oneself, of nobody, of a blocked, a hidden and a paused member gets the same 404 and stores nothing', async () => {
    const anna = await createMember()
    const [blocked, blocker, hidden, paused] = await Promise.all([
      createMember(),
      createMember(),
      createMember({ member: { state: 'restricted' }, profile: { discoverable: false } }),
      createMember({ member: { state: 'paused' }, profile: { discoverable: false } }),
    ])
    await db.insert(blocks).values([
      { blockerId: anna.id, blockedId: blocked.id, createdAt: 1 },
      { blockerId: blocker.id, blockedId: anna.id, createdAt: 1 },
    ])
    const answers = await Promise.all(
      [anna.id, newId(), blocked.id, blocker.id, hidden.id, paused.id].flatMap((id) => [keep(anna, id), write(anna, id, 'Hm')]),
    )
    const told = await Promise.all(answers.map(async (answer) => `${answer.status} ${await answer.text()}`))
    expect(new Set(told).size).toBe(1)
    expect(told[0]).toMatch(/^404 /)
    expect(await rowsOf(anna)).toEqual([])
  })

  it('needs a live session, and refuses what is no id without a 500', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    expect((await postJson(null, favouriteActions.keep.path, { id: ben.id })).status).toBe(401)
    const statuses = await Promise.all([undefined, 7, null, '../x', 'x'.repeat(500), ['a']].map((id) => keep(anna, id)))
    expect(statuses.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 422])
    await env.DB.prepare('update sessions set revoked_at = 1 where id = ?').bind(anna.sid).run()
    expect((await keep(anna, ben.id)).status).toBe(401)
    expect(await rowsOf(anna)).toEqual([])
  })

  it('goes again, and a second press is no mistake', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await keep(anna, ben.id)
    for (let press = 0; press < 2; press++) expect(await (await remove(anna, ben.id)).json()).toMatchObject({ favourite: false })
    expect(await rowsOf(anna)).toEqual([])
  })

  it('comes back with its note when it was let go by mistake', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await keep(anna, ben.id, 'Likes cake')
    expect((await open(anna)).cards[0]?.note).toBe('Likes cake')
  })

  it('works as a plain form, and the page says what it did', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember({ member: { firstName: 'Ben' } })])
    const answer = await postForm(
      anna,
      favouriteActions.keep.path,
      { id: ben.id },
      { referer: `${origin}/uk/profile-info/${ben.id}` },
    )
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/uk/profile-info/${ben.id}`])
    const page = await openPage(anna, '/favorits', { cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '' })
    expect(await page.text()).toContain('Ben')
    expect(ids(await open(anna))).toEqual([ben.id])
  })
})

describe('the limit of 200', () => {
  it('lets exactly the last free places through under 50 parallel calls', { timeout: 30_000 }, async () => {
    const anna = await createMember()
    await keepMany(anna, favouritesLimit - 20)
    const others = await Promise.all(Array.from({ length: 50 }, () => createMember()))
    const answers = await Promise.all(others.map(({ id }) => keep(anna, id)))
    const statuses = answers.map(({ status }) => status)
    expect([statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 409).length]).toEqual([
      20, 30,
    ])
    expect(await rowsOf(anna)).toHaveLength(favouritesLimit)
    const refused = answers.find(({ status }) => status === 409)
    expect(await refused?.json()).toMatchObject({ error: { code: 'favourites-full' } })
  })

  it('gives the place of who is away longest to the next one, and never that of who is here', { timeout: 30_000 }, async () => {
    const anna = await createMember()
    const kept = await keepMany(anna, favouritesLimit)
    const [oldest, older] = [kept.at(-1), kept.at(-2)]
    if (!oldest || !older) throw new Error('Nobody is kept')
    await Promise.all([hide(oldest), hide(older)])
    const next = await createMember()
    expect((await keep(anna, next.id)).status).toBe(200)
    const left = (await rowsOf(anna)).map(({ memberId }) => memberId)
    expect(left).toHaveLength(favouritesLimit)
    expect([left.includes(oldest.id), left.includes(older.id), left.includes(next.id)]).toEqual([false, true, true])
  })
})

describe('the note', () => {
  it('is kept as it was typed, for its owner alone', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await keep(anna, ben.id)
    expect(await (await write(anna, ben.id, '  Met at the lake.\r\nAsk about Porto \u{1F6B2} ')).json()).toMatchObject({
      note: 'Met at the lake.\nAsk about Porto \u{1F6B2}',
    })
    expect((await open(anna)).cards[0]?.note).toBe('Met at the lake.\nAsk about Porto \u{1F6B2}')
    const profile = await readPayload(ben, `/profile-info/${anna.id}`)
    expect(JSON.stringify(profile)).not.toContain('Porto')
  })

  it('has at most 500 characters, whatever they are made of', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await keep(anna, ben.id)
    expect((await write(anna, ben.id, '\u{1F49B}'.repeat(500))).status).toBe(200)
    const refused = await write(anna, ben.id, '\u{1F49B}'.repeat(501))
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ error: { fields: { note: expect.any(String) } } })
    expect((await rowsOf(anna))[0]?.note).toBe('\u{1F49B}'.repeat(500))
  })

  it('needs someone who is kept', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    expect((await write(anna, ben.id, 'Hm')).status).toBe(404)
    expect(await rowsOf(anna)).toEqual([])
  })
})

describe('the page of favourites', () => {
  it('shows the newest first, by 24, and nobody twice', async () => {
    const anna = await createMember()
    const kept = await keepMany(anna, 50)
    const first = await open(anna)
    const second = await open(anna, `?after=${first.next}`)
    const third = await open(anna, `?after=${second.next}`)
    expect([first, second, third].flatMap(ids)).toEqual(kept.map(({ id }) => id))
    expect([first.total, first.paged, second.paged, third.next]).toEqual([50, false, true, null])
  })

  it('leaves out who is away, and has them again with their note when they return', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await keep(anna, ben.id, 'Likes cake')
    await hide(ben)
    expect(await open(anna)).toMatchObject({ cards: [], total: 0 })
    await hide(ben, true)
    expect(await open(anna)).toMatchObject({ cards: [{ id: ben.id, note: 'Likes cake' }], total: 1 })
  })

  it.each(['of one’s own', 'of the other'])('leaves out who stands behind a block %s, as if they were away', async (whose) => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await keep(anna, ben.id)
    const [blockerId, blockedId] = whose === 'of the other' ? [ben.id, anna.id] : [anna.id, ben.id]
    await db.insert(blocks).values({ blockerId, blockedId, createdAt: 1 })
    expect(await open(anna)).toMatchObject({ cards: [], total: 0 })
    await db.delete(blocks).where(and(eq(blocks.blockerId, blockerId), eq(blocks.blockedId, blockedId)))
    expect(ids(await open(anna))).toEqual([ben.id])
  })

  it('shows of a person what a stranger may know, and who is a match', async () => {
    const { anna, ben, conversation } = await createMatch()
    await keep(anna, ben.id)
    const { cards } = await open(anna)
    expect(cards).toMatchObject([{ id: ben.id, relationship: 'matched', conversationId: conversation, online: true }])
    expect(JSON.stringify(cards)).not.toMatch(/1990-|example\.test|"cell|cell_/)
    await db.update(profiles).set({ showsOnline: false }).where(eq(profiles.memberId, ben.id))
    expect((await open(anna)).cards).toMatchObject([{ online: false }])
  })

  it.each(['%00%27--', 'x', '1.2.3', 'zzzzzzzzzzzz.a', '.'])(
    'begins at the beginning for the edited cursor %s, and says so',
    async (after) => {
      const [anna, ben] = await Promise.all([createMember(), createMember()])
      await keep(anna, ben.id)
      expect(await open(anna, `?after=${after}`)).toMatchObject({ isLost: true, paged: false, cards: [{ id: ben.id }] })
      expect((await open(anna)).isLost).toBe(false)
    },
  )
})

describe('the star', () => {
  it('shows on a profile and on a card nearby whether the person is kept', async () => {
    const place = { cellX: 701, cellY: 302, parentX: 87, parentY: 37 }
    const [anna, ben] = await Promise.all([createMember({ profile: place }), createMember({ profile: place })])
    const star = async () => ({
      profile: (await readPayload<{ isFavourite: boolean }>(anna, `/profile-info/${ben.id}`)).props.isFavourite,
      card: (await readPayload<PeopleNearbyProps>(anna, '/people-nearby')).props.nearby.people.find(({ id }) => id === ben.id)
        ?.isFavourite,
    })
    expect(await star()).toEqual({ profile: false, card: false })
    await keep(anna, ben.id)
    expect(await star()).toEqual({ profile: true, card: true })
  })
})

describe('those who may be notified that a favourite is online', () => {
  it('come in the order in which they kept them, the last first, and of the same time the greater id', async () => {
    const anna = await createMember()
    const keepers = await Promise.all(Array.from({ length: 8 }, () => createMember()))
    const sorted = keepers.map(({ id }) => id).toSorted()
    for (const [index, ownerId] of sorted.entries()) {
      const [lowId = '', highId = ''] = [anna.id, ownerId].toSorted()
      await db.insert(pairs).values({ lowId, highId, conversationId: newId(), matchedAt: 1, openedAt: 1 })
      // Two of each time.
      await db.insert(favourites).values({ ownerId, memberId: anna.id, createdAt: 1000 + Math.floor(index / 2) })
    }
    expect((await listFavouritedBy(db, anna.id)).map(({ ownerId }) => ownerId)).toEqual(sorted.toReversed())
  })
})
