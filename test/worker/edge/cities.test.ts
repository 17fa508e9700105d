import { env, SELF } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { cities, cityFigures, contentRevision, profiles } from '#db/schema.ts'
import { countCities } from '#features/cities/server/public.ts'
import { cellOf } from '#features/location/contract.ts'
import { cellColumnsOf } from '#features/location/rules.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { origin } from '#test/support/worker/realtime-client.ts'

const hourMs = 60 * 60_000
const start = Date.parse('2026-11-27T10:00:00Z')
const middle = { latitude: 52.2, longitude: 0.12 }

const placed = (latitude: number, longitude: number) => cellColumnsOf(cellOf(latitude, longitude))

beforeAll(async () => {
  const cell = cellOf(middle.latitude, middle.longitude)
  const city = { country: 'gb', cellX: cell.x, cellY: cell.y, timeZone: 'UTC' }
  await db.insert(contentRevision).values({ id: 1, revision: 1 })
  await db.insert(cities).values([
    { id: 'city-cambridge', slug: 'cambridge', names: { en: 'Cambridge', uk: 'Кембридж' }, ...city },
    { id: 'city-ely', slug: 'ely', names: { en: 'Ely' }, ...city, cellY: cell.y + 40 },
  ])
})

/** People around the city, within 25 km, with the same intent. */
async function addPeople(count: number, profile: Partial<typeof profiles.$inferInsert> = {}): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index++)
    ids.push(
      (await createMember({ profile: { ...placed(middle.latitude + 0.1, middle.longitude), intent: 'dating', ...profile } })).id,
    )
  return ids
}

const figuresOf = async (id: string) => (await db.select().from(cityFigures).where(eq(cityFigures.cityId, id)))[0]
const revision = async () => (await db.select().from(contentRevision))[0]?.revision ?? 0
const open = async (path: string) => (await SELF.fetch(origin + path)).text()

describe('counts of a city', () => {
  it('are of the hour, rounded down to fives, of people around it who may be found', async () => {
    await addPeople(7)
    await addPeople(3, placed(middle.latitude + 1, middle.longitude))
    await addPeople(2, { discoverable: false })
    const before = await revision()
    expect(await countCities(env, start)).toMatchObject({ changed: 2 })
    expect(await figuresOf('city-cambridge')).toMatchObject({ members: 5, intents: {} })
    expect(await figuresOf('city-ely')).toMatchObject({ members: 0 })
    expect(await revision()).toBe(before + 1)
  })

  it('are taken once an hour, and pages get a new revision only when what they show has changed', async () => {
    const before = await revision()
    await addPeople(3)
    expect(await countCities(env, start + hourMs - 1)).toEqual({ rows: 0, changed: 0 })
    expect((await figuresOf('city-cambridge'))?.members).toBe(5)
    expect(await countCities(env, start + hourMs)).toMatchObject({ changed: 1 })
    expect((await figuresOf('city-cambridge'))?.members).toBe(10)
    expect(await revision()).toBe(before + 1)
    await addPeople(2)
    expect(await countCities(env, start + 2 * hourMs)).toMatchObject({ changed: 0 })
    expect(await revision()).toBe(before + 1)
  })

  it('say what people look for from fifty on, and leave out what is not for everyone', async () => {
    await addPeople(30, { intent: 'relationship' })
    await addPeople(20, { intent: 'marriage', visibility: { intent: 'me' } })
    await countCities(env, start + 3 * hourMs)
    expect(await figuresOf('city-cambridge')).toMatchObject({ members: 60, intents: {} })
    await addPeople(10, { intent: 'friendship' })
    await countCities(env, start + 4 * hourMs)
    expect((await figuresOf('city-cambridge'))?.intents).toEqual({ relationship: 60, dating: 25, friendship: 20 })
  })
})

describe('the page of a city', () => {
  it('has its local name, its counts and the way to every other city, and may be listed from fifty members on', async () => {
    const html = await open('/uk/cambridge')
    expect(html).toContain('<h1>Кембридж</h1>')
    expect(html).toContain('href="/uk/ely"')
    expect(html).not.toContain('content="noindex"')
    const facts = JSON.parse(/<script type="application\/ld\+json">([^<]+)</.exec(html)?.[1] ?? '')
    expect(facts.about).toMatchObject({ '@type': 'City', name: 'Кембридж' })
  })

  it('of few members is hidden from search engines, and shows no number', async () => {
    const html = await open('/ely')
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html).not.toMatch(/>At least \d/)
  })

  it('holds nothing of a member', async () => {
    const [{ id } = { id: '' }] = await db.select({ id: profiles.memberId }).from(profiles).limit(1)
    const html = await open('/cambridge')
    expect(html).not.toContain(id)
    expect(html).not.toContain('Robin')
  })
})
