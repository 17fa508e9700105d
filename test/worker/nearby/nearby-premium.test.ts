import { SELF } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { members, profiles } from '#db/schema.ts'
import { boostActions } from '#features/entitlements/contract.ts'
import { nearbyActions, type PeopleCount, type PeopleNearbyProps } from '#features/nearby/contract.ts'
import type { Props as ProfileInfoProps } from '#pages/profile-info/props.ts'
import type { OwnProfileProps } from '#features/profile/contract.ts'
import { grant } from '#test/support/worker/entitlements.ts'
import { db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { readPayload } from '#test/support/worker/pages.ts'
import { createPerson, newArea, type Position } from '#test/support/worker/places.ts'
import { origin } from '#test/support/worker/realtime-client.ts'

const open = async (member: TestMember, query: string) =>
  (await readPayload<PeopleNearbyProps>(member, `/people-nearby?${query}`)).props.nearby
const idsOf = ({ people }: { people: { id: string }[] }) => people.map(({ id }) => id).toSorted()

async function countOf(member: TestMember, query: string): Promise<PeopleCount> {
  const headers = { authorization: `Bearer ${member.token}` }
  return (await SELF.fetch(`${origin}${nearbyActions.count.path}?${query}`, { headers })).json()
}

async function withPremium(home: Position): Promise<TestMember> {
  const viewer = await createPerson(home)
  await grant(viewer, 'premium', 1)
  return viewer
}

/** Somebody whom each filter finds, and somebody whom it does not. */
const filters = [
  ['heightMin=170', { heightCm: 170 }, { heightCm: 169 }],
  ['heightMax=180', { heightCm: 180 }, { heightCm: 181 }],
  ['heightMin=160&heightMax=170', { heightCm: 165 }, { heightCm: 175 }],
  ['drinking=never,rarely', { drinking: 'rarely' }, { drinking: 'often' }],
  ['smoking=never', { smoking: 'never' }, { smoking: 'often' }],
  ['education=master', { education: 'master' }, { education: 'school' }],
  ['kids=none', { kids: 'none', visibility: { kids: 'everyone' } }, { kids: 'have', visibility: { kids: 'everyone' } }],
  ['interest=art&interest=tea', { interests: ['tea', 'yoga'] }, { interests: ['yoga'] }],
] as const

describe('a filter of premium', () => {
  it.each(filters)(
    '%s finds those who fit, and leaves out others and those who have not answered',
    async (query, fits, other) => {
      const home = newArea()
      const viewer = await withPremium(home)
      const fields = (given: object) => given as Partial<typeof profiles.$inferInsert>
      const found = await createPerson(home, fields(fits))
      await Promise.all([createPerson(home, fields(other)), createPerson(home)])
      const nearby = await open(viewer, query)
      expect(idsOf(nearby)).toEqual([found.id])
      expect(nearby.notices).toEqual([])
      expect(nearby.premiumChips.length).toBeGreaterThan(0)
      expect(await countOf(viewer, query)).toEqual({ count: 1, isMost: false })
    },
  )

  it.each(filters)('%s is ignored without premium, and shows as no filter', async (query, fits, other) => {
    const home = newArea()
    const viewer = await createPerson(home)
    const fields = (given: object) => given as Partial<typeof profiles.$inferInsert>
    const people = await Promise.all([createPerson(home, fields(fits)), createPerson(home, fields(other))])
    const nearby = await open(viewer, query)
    expect(idsOf(nearby)).toEqual(people.map(({ id }) => id).toSorted())
    expect(nearby).toMatchObject({ view: { premium: {} }, premiumChips: [], hasPremium: false })
    expect(await countOf(viewer, query)).toMatchObject({ count: 2 })
  })

  it.each(['matches', 'me'])('finds nobody by an answer that only %s may see, whatever the answer is', async (who) => {
    const home = newArea()
    const viewer = await withPremium(home)
    const hidden = Object.fromEntries(
      ['heightCm', 'drinking', 'smoking', 'education', 'kids', 'interests'].map((field) => [field, who]),
    )
    await createPerson(home, {
      heightCm: 170,
      drinking: 'never',
      smoking: 'never',
      education: 'master',
      kids: 'none',
      interests: ['art'],
      visibility: hidden,
    })
    const asked = [
      'heightMin=120', 'heightMax=230', 'heightMin=171', 'drinking=never', 'drinking=never,rarely,socially,often', 'drinking=often',
      'smoking=never', 'smoking=often', 'education=master', 'education=school', 'kids=none', 'kids=have', 'interest=art', 'interest=tea',
    ] // prettier-ignore
    for (const query of asked) expect(idsOf(await open(viewer, query)), query).toEqual([])
    expect(idsOf(await open(viewer, ''))).toHaveLength(1)
  })

  it('keeps boosted people and those who like the viewer to it, too', async () => {
    const home = newArea()
    const viewer = await withPremium(home)
    const [tall, small] = await Promise.all([createPerson(home, { heightCm: 190 }), createPerson(home, { heightCm: 150 })])
    for (const person of [tall, small]) {
      await grant(person, 'boost', 1)
      await postJson(person, boostActions.activate.path, { key: `boost-of-${person.id}`.slice(0, 22).padEnd(22, '0') })
      await db.run(`insert into likes (from_id, to_id, created_at) values ('${person.id}', '${viewer.id}', 1)`)
    }
    const { people } = await open(viewer, 'heightMin=180')
    expect(people.map(({ id, isBoosted, likesMe }) => [id, isBoosted, likesMe])).toEqual([[tall.id, true, true]])
  })

  it('ends with premium, by the server’s time', async () => {
    const home = newArea()
    const viewer = await withPremium(home)
    await createPerson(home, { smoking: 'often' })
    expect(idsOf(await open(viewer, 'smoking=never'))).toHaveLength(0)
    await db
      .update(members)
      .set({ premiumUntil: Date.now() - 1 })
      .where(eq(members.id, viewer.id))
    expect(idsOf(await open(viewer, 'smoking=never'))).toHaveLength(1)
  })

  it('pages on under its own cursor', async () => {
    const home = newArea()
    const viewer = await withPremium(home)
    const people = await Promise.all(Array.from({ length: 30 }, () => createPerson(home, { smoking: 'never' })))
    await createPerson(home, { smoking: 'often' })
    const first = await open(viewer, 'smoking=never')
    const second = await open(viewer, `smoking=never&cursor=${encodeURIComponent(first.next ?? '')}`)
    expect(second.notices).toEqual([])
    expect([...idsOf(first), ...idsOf(second)].toSorted()).toEqual(people.map(({ id }) => id).toSorted())
  })
})

describe('the mark of premium', () => {
  const shown = async (viewer: TestMember, person: TestMember) => [
    (await open(viewer, '')).people.find(({ id }) => id === person.id)?.isPremium,
    (await readPayload<ProfileInfoProps>(viewer, `/profile-info/${person.id}`)).props.person.isPremium,
  ]
  const show = (person: TestMember, body: object) => postJson(person, boostActions.mark.path, body)

  it('is seen by oneself always, and by others only while one wishes and has premium', async () => {
    const home = newArea()
    const [viewer, person] = [await createPerson(home), await withPremium(home)]
    const own = async () => (await readPayload<OwnProfileProps>(person, '/profile')).props.person.isPremium
    expect([await own(), ...(await shown(viewer, person))]).toEqual([true, false, false])
    await show(person, { shows: '1' })
    expect([await own(), ...(await shown(viewer, person))]).toEqual([true, true, true])
    await show(person, {})
    expect([await own(), ...(await shown(viewer, person))]).toEqual([true, false, false])
    await show(person, { shows: '1' })
    await db.update(members).set({ premiumUntil: 1 }).where(eq(members.id, person.id))
    expect([await own(), ...(await shown(viewer, person))]).toEqual([false, false, false])
  })

  it('of a setting that is no tick is refused', async () => {
    const person = await withPremium(newArea())
    expect((await show(person, { shows: 'yes' })).status).toBe(422)
  })
})
