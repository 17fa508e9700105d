import { env, SELF } from 'cloudflare:test'
import { eq, inArray } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { likes, members, profiles } from '#db/schema.ts'
import { cellColumns, coarsePosition, type Cell } from '#features/location/grid.ts'
import { mulberry32 } from '#seed/demo/random.ts'
import { cellColumnsOf, distanceBand } from '#features/location/rules.ts'
import { sealCursor } from '#features/nearby/server/cursor.ts'
import { toQuery, defaultView, nearbyActions, type PeopleCount, type PeopleNearbyProps } from '#features/nearby/contract.ts'
import { drawingOf } from '#test/support/worker/drawings.ts'
import { isFullLength } from '#test/support/worker/full-length.ts'
import { db, type TestMember } from '#test/support/worker/members.ts'
import { cellAt, createCrowd, createPerson, moved, newArea } from '#test/support/worker/places.ts'
import { origin } from '#test/support/worker/realtime-client.ts'
import { openPage, payloadPath, readPayload } from '#test/support/worker/pages.ts'

const hour = 60 * 60_000

async function openNearby(member: TestMember, query = '') {
  return (await readPayload<PeopleNearbyProps>(member, `/people-nearby${query}`)).props
}

describe('people nearby', () => {
  it('shows cards with an age, a band and reasons', async () => {
    const home = newArea()
    const viewer = await createPerson(home, { interests: ['art', 'tea'], intent: 'dating', languages: ['uk', 'en'] })
    const there = moved(home, 12)
    const ben = await createPerson(there, {
      firstName: 'Ben',
      interests: ['tea', 'yoga'],
      intent: 'dating',
      languages: ['en', 'fr'],
      avatar: 'notionists:ben',
      completeness: 80,
      verified: true,
    })
    const { nearby, quota } = await openNearby(viewer)
    expect(quota).toMatchObject({ left: 25, limit: 25 })
    expect(nearby.people).toEqual([
      {
        id: ben.id,
        firstName: 'Ben',
        age: expect.any(Number),
        avatar: await drawingOf('notionists:ben'),
        band: distanceBand(cellAt(home), cellAt(there)),
        answer: null,
        about: null,
        online: true,
        intent: 'dating',
        shared: ['tea'],
        languages: ['en'],
        match: null,
        verified: true,
        isBoosted: false,
        isPremium: false,
        likesMe: false,
        likedThing: null,
        isFavourite: false,
        reasons: { points: { common: 25, distance: 16.3, activity: 20, completeness: 8 }, activity: 'now', sameIntent: true },
      },
    ])
  })

  it('has the first sentence of someone without an answer, and more of it for the only one', async () => {
    const home = newArea()
    const viewer = await createPerson(home, { languages: ['en'] })
    const about = 'Piekę chleb w niedziele. Potem jemy go na balkonie.'
    const train = { prompt: 'night-train', text: 'Top bunk.', language: 'en', see: 'everyone' } as const
    const writes = await createPerson(home, { about, aboutLanguage: 'pl' })
    const aboutOf = async ({ id }: TestMember) => (await openNearby(viewer)).nearby.people.find((card) => card.id === id)?.about
    expect(await aboutOf(writes)).toEqual({ text: about, lang: 'pl', named: 'pl' })
    const [answers, hides, long] = await Promise.all([
      createPerson(home, { about, promptAnswers: [train] }),
      createPerson(home, { about, visibility: { about: 'matches' } }),
      createPerson(home, { about: 'word '.repeat(60) }),
    ])
    expect(await aboutOf(writes)).toEqual({ text: 'Piekę chleb w niedziele.', lang: 'pl', named: 'pl' })
    expect(await aboutOf(answers), 'an answer comes first').toBeNull()
    expect(await aboutOf(hides), 'hidden from strangers').toBeNull()
    expect((await aboutOf(long))?.text).toMatch(/^(word ){27}word…$/)
  })

  it('ranks by the score, and in the neutral order by last activity alone', async () => {
    const home = newArea()
    const now = Date.now()
    const viewer = await createPerson(home, { interests: ['art', 'tea'], intent: 'dating' })
    const soulmate = await createPerson(home, { interests: ['art', 'tea'], intent: 'dating', activeAt: now - 2 * hour })
    const stranger = await createPerson(home, { interests: ['wine'], intent: 'open', activeAt: now })
    expect((await openNearby(viewer)).nearby.people.map((person) => person.id)).toEqual([soulmate.id, stranger.id])
    expect((await openNearby(viewer, '?order=neutral')).nearby.people.map((person) => person.id)).toEqual([
      stranger.id,
      soulmate.id,
    ])
  })

  it('ranks somebody with a language in common before others, and says which', async () => {
    const home = newArea()
    const activeAt = Date.now() - hour
    const viewer = await createPerson(home)
    const [english, german] = [
      await createPerson(home, { languages: ['en'], activeAt }),
      await createPerson(home, { languages: ['de'], activeAt }),
    ]
    const listed = async (locale: string) => {
      const { people } = (await readPayload<PeopleNearbyProps>(viewer, `${locale}/people-nearby`)).props.nearby
      return people.map(({ id, languages, reasons }) => [id, languages, reasons.points.common])
    }
    // Somebody without languages counts as speaking that of the page.
    expect(await listed('')).toEqual([
      [english.id, ['en'], 5],
      [german.id, [], 0],
    ])
    expect(await listed('/de')).toEqual([
      [german.id, ['de'], 5],
      [english.id, [], 0],
    ])
    await db
      .update(profiles)
      .set({ languages: ['de', 'en'] })
      .where(eq(profiles.memberId, viewer.id))
    expect((await listed('/fr')).map(([, , points]) => points)).toEqual([5, 5])
    await db
      .update(profiles)
      .set({ visibility: { languages: 'matches' } })
      .where(eq(profiles.memberId, german.id))
    expect(await listed('/fr')).toEqual([
      [english.id, ['en'], 5],
      [german.id, [], 0],
    ])
  })

  it('counts and lists those who speak a language of the viewer, or of the page', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    const german = await createPerson(home, { languages: ['de', 'fr'] })
    await createPerson(home, { languages: ['en'], visibility: { languages: 'me' } })
    const read = async (locale: string) => {
      const { nearby } = (await readPayload<PeopleNearbyProps>(viewer, `${locale}/people-nearby?speaks=mine`)).props
      const referer = `${origin}${locale}/people-nearby`
      const headers = { authorization: `Bearer ${viewer.token}`, referer }
      const counted = await SELF.fetch(`${origin}${nearbyActions.count.path}?speaks=mine`, { headers })
      return [nearby.people.map(({ id }) => id), nearby.view.speaks, (await counted.json<PeopleCount>()).count]
    }
    expect(await read('')).toEqual([[], 'en', 0])
    expect(await read('/de')).toEqual([[german.id], 'de', 1])
  })

  it('orders two people of one band the same whoever of them is nearer', async () => {
    const home = newArea()
    const activeAt = Date.now() - hour
    const viewer = await createPerson(home)
    const [a, b] = await Promise.all([createPerson(moved(home, 12), { activeAt }), createPerson(moved(home, 17), { activeAt })])
    const before = (await openNearby(viewer)).nearby.people.map((person) => person.id)
    await db
      .update(profiles)
      .set(cellColumnsOf(cellAt(moved(home, 17))))
      .where(eq(profiles.memberId, a.id))
    await db
      .update(profiles)
      .set(cellColumnsOf(cellAt(moved(home, 12))))
      .where(eq(profiles.memberId, b.id))
    expect((await openNearby(viewer)).nearby.people.map((person) => person.id)).toEqual(before)
  })

  it('takes out who lies beyond the distance asked for', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    const near = await createPerson(moved(home, 15))
    await createPerson(moved(home, 33))
    const { nearby } = await openNearby(viewer, '?within=25')
    expect(nearby.people.map((person) => person.id)).toEqual([near.id])
  })

  it('falls back with a notice when somebody edited the filters', async () => {
    const viewer = await createPerson(newArea())
    const { nearby } = await openNearby(viewer, '?ageMin=banana&online=1')
    expect(nearby.notices).toEqual(['filters'])
    expect(nearby.view).toEqual({ ...defaultView, online: true })
  })

  it('looks further away only when asked, and says so', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    const far = await createPerson(moved(home, 250))
    expect((await openNearby(viewer)).nearby.people).toEqual([])
    const { nearby } = await openNearby(viewer, '?wide=1')
    expect(nearby.view.wide).toBe(true)
    expect(nearby.people.find((person) => person.id === far.id)?.band).toBe('over')
  })

  it('renders as a document with plain forms for every card', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    const ben = await createPerson(home, { firstName: 'Ben' })
    const response = await openPage(viewer, '/uk/people-nearby')
    expect(response.status).toBe(200)
    const html = await response.text()
    expect(html).toContain(`href="/uk/profile-info/${ben.id}"`)
    expect(
      html.match(new RegExp(`<form[^>]* action="/api/likes(/pass)?"[^>]*><input type="hidden" name="id" value="${ben.id}"`, 'g')),
    ).toHaveLength(2)
  })
})

describe('pages', () => {
  it('show everyone once, 24 at a time, though one is liked in between', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    const people = await Promise.all(
      Array.from({ length: 50 }, (_, index) => createPerson(home, { completeness: (index * 7) % 100 })),
    )
    const first = (await openNearby(viewer)).nearby
    expect(first.people).toHaveLength(24)
    await db.insert(likes).values({ fromId: viewer.id, toId: first.people[3]?.id ?? '', createdAt: Date.now() })
    const second = (await openNearby(viewer, `?cursor=${first.next}`)).nearby
    const third = (await openNearby(viewer, `?cursor=${second.next}`)).nearby
    const seen = [first, second, third].flatMap((page) => page.people.map((person) => person.id))
    expect(seen).toHaveLength(50)
    expect(new Set(seen)).toEqual(new Set(people.map((person) => person.id)))
    expect(third.next).toBeNull()
    expect([first.isFirstPage, second.isFirstPage]).toEqual([true, false])
  })

  it('leave out nobody of the first window when others become active in between', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    const crowd = await createCrowd(home, 230, Date.now() - hour)
    const stayed = [crowd, ...Array.from({ length: 199 }, (_, index) => `${crowd}-${index + 1}`)]
    const arrived = Array.from({ length: 30 }, (_, index) => `${crowd}-${200 + index}`)
    const first = (await openNearby(viewer)).nearby
    await db
      .update(profiles)
      .set({ activeAt: Date.now() + 1 })
      .where(inArray(profiles.memberId, arrived))
    const seen = first.people.map((person) => person.id)
    for (let next = first.next; next;) {
      const { nearby } = await openNearby(viewer, `?cursor=${next}`)
      expect(nearby.notices).toEqual([])
      seen.push(...nearby.people.map((person) => person.id))
      next = nearby.next
    }
    expect(seen.toSorted()).toEqual(stayed.toSorted())
  })

  it('begin again, with a notice, under a forged, expired or foreign cursor', async () => {
    const home = newArea()
    const [viewer, ben] = await Promise.all([createPerson(home), createPerson(home)])
    const view = JSON.stringify(toQuery(defaultView))
    const expired = await sealCursor(
      env,
      { sub: viewer.id, view, at: 0, from: null, to: null, after: null },
      Date.now() - 2 * hour,
    )
    const foreign = await sealCursor(env, { sub: ben.id, view, at: 0, from: null, to: null, after: null }, Date.now())
    for (const cursor of ['nonsense', expired, foreign]) {
      const { nearby } = await openNearby(viewer, `?cursor=${cursor}`)
      expect(nearby.notices).toEqual(['cursor'])
      expect(nearby.people.map((person) => person.id)).toEqual([ben.id])
    }
  })
})

describe('what a stranger can learn', () => {
  const forbidden =
    /"(cell|parent|lat|lng|lon|latitude|longitude|coord\w*|distanceKm|km|birthDate|birth_date|email|activeAt|active_at|seeksMask|genderMask|passwordHash|rank)\w*":/i

  it('is no place, distance, date of birth, e-mail address or time of activity', async () => {
    const home = newArea()
    const activeAt = Date.now() - 3 * hour - 12_345
    const viewer = await createPerson(home, { activeAt: activeAt - 1 })
    const person = await createPerson(moved(home, 12), { activeAt, birthDate: '1991-03-17', intent: 'marriage' })
    const { cellX, cellY, parentX, parentY } = cellColumnsOf(cellAt(moved(home, 12)))
    const [row] = await db.select({ email: members.email }).from(members).where(eq(members.id, person.id))
    for (const path of ['/people-nearby', '/people-nearby?order=neutral&wide=1&intent=marriage', `/profile-info/${person.id}`]) {
      const { props } = await readPayload(viewer, path)
      const text = JSON.stringify(props)
      expect(text).toContain(person.id)
      expect(text).not.toMatch(forbidden)
      for (const hidden of [cellX, cellY, parentX, parentY, activeAt, '1991-03-17', row?.email]) {
        expect(text).not.toMatch(new RegExp(`(?<![\\w.])${hidden}(?![\\w.])`))
      }
    }
  })

  it('is the same bytes for many pairs of positions within one cell', async () => {
    const random = mulberry32(20_261_120)
    const home = newArea()
    const viewer = await createPerson(home)
    const person = await createPerson(home, { activeAt: Date.now() - 5 * hour })
    const cell = cellAt(home)
    const place = (id: string) => {
      const { cellX, cellY } = coarsePosition(...positionIn(cell, random(), random()))
      return db
        .update(profiles)
        .set(cellColumnsOf({ x: cellX, y: cellY }))
        .where(eq(profiles.memberId, id))
    }
    const responses = new Set<string>()
    for (let pair = 0; pair < (isFullLength ? 500 : 60); pair++) {
      await db.batch([place(viewer.id), place(person.id)])
      responses.add(await bytesOf(viewer))
    }
    expect(responses.size).toBe(1)
    expect([...responses][0]).toContain('"band":5')
  }, 120_000)
})

/** The payload without the moment that it names: all that could depend on the people in it. */
async function bytesOf(viewer: TestMember): Promise<string> {
  const response = await openPage(viewer, payloadPath('/people-nearby'))
  return (await response.text()).replace(/"now":\d+/, '')
}

/** A position inside a cell, by shares of its height and width. */
function positionIn(cell: Cell, north: number, east: number): [number, number] {
  return [(cell.y + 0.001 + 0.998 * north) * 0.045 - 90, ((cell.x + 0.001 + 0.998 * east) / cellColumns(cell.y)) * 360 - 180]
}
