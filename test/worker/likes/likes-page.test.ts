import { createExecutionContext, env, SELF, waitOnExecutionContext } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { blocks, cities, likes, pairs, passes, profiles } from '#db/schema.ts'
import { likeActions, type LikesProps } from '#features/likes/contract.ts'
import { createApp } from '#worker/app.ts'
import { meteredDatabase, sumOf, type Asked } from '../../../scripts/bench/d1/meter.ts'
import { drawingOf } from '#test/support/worker/drawings.ts'
import { createMember, db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { lookAt, openPage } from '#test/support/worker/pages.ts'
import { createCrowd, newArea } from '#test/support/worker/places.ts'
import { likeThing, offerOf } from '#test/support/worker/ties.ts'
import { eventually, newId, origin } from '#test/support/worker/realtime-client.ts'

async function open(member: TestMember, query = ''): Promise<LikesProps> {
  const response = await SELF.fetch(`${origin}/likes/_payload.json${query}`, {
    headers: { authorization: `Bearer ${member.token}` },
  })
  expect(response.status).toBe(200)
  return (await response.json<{ data: { props: LikesProps } }>()).data.props
}

const ids = (props: LikesProps) => props.cards.map(({ id }) => id)

describe('the page of likes', () => {
  it('shows who likes the viewer with name, age and shared interests, never blurred, and not where they are', async () => {
    // A chosen city stands for one cell, so its name would tell the cell.
    const city = { id: `city-${newId()}`, slug: newId(), country: 'gb', names: { en: 'Testbury' }, timeZone: 'UTC' }
    await db.insert(cities).values({ ...city, cellX: 1, cellY: 1 })
    const anna = await createMember({ profile: { interests: ['tea', 'yoga'] } })
    const ben = await createMember({
      member: { firstName: 'Ben' },
      profile: { interests: ['wine', 'tea'], avatar: 'notionists:m-1', intent: 'dating', cityId: city.id },
    })
    await postJson(ben, likeActions.like.path, { id: anna.id })
    const props = await open(anna)
    expect(props.counts).toEqual({ received: 1, sent: 0, matches: 0 })
    expect(props.cards).toMatchObject([
      { id: ben.id, firstName: 'Ben', avatar: await drawingOf('notionists:m-1'), intent: 'dating', sharedInterests: ['tea'] },
    ])
    expect(JSON.stringify(props)).not.toMatch(/1990-|example\.test|"cell|cell_|Testbury/)
  })

  it('has for a received line the languages that its writer shows, and the reader’s own', async () => {
    const anna = await createMember({ profile: { about: 'I bake bread on Sundays.', languages: ['uk', 'en'] } })
    const [shows, hides, plain] = await Promise.all([
      createMember({ profile: { languages: ['de', 'en'], about: 'Ich backe.', aboutLanguage: 'de' } }),
      createMember({
        profile: {
          languages: ['tr'],
          about: 'Fırıncıyım.',
          aboutLanguage: 'tr',
          visibility: { languages: 'matches', about: 'matches' },
        },
      }),
      createMember({ profile: { languages: ['fr'] } }),
    ])
    const { about } = await offerOf(shows, anna)
    for (const from of [shows, hides]) await likeThing(from, anna, { tieKind: 'about', tieRef: about[0], line: 'Rye or wheat?' })
    await likeThing(plain, anna, { tieKind: 'about', tieRef: about[0] })
    const languagesOf = async ({ id }: TestMember) =>
      (await open(anna)).cards.find((card) => card.id === id)?.languages?.toSorted()
    expect(await languagesOf(shows)).toEqual(['de', 'en', 'uk'])
    expect(await languagesOf(hides)).toEqual(['en', 'uk'])
    expect(await languagesOf(plain)).toBeUndefined()
    // Of the text about oneself, as far as the reader does not speak it: the line is likely to be in it.
    const writesIn = async ({ id }: TestMember) => (await open(anna)).cards.find((card) => card.id === id)?.writesIn
    expect([await writesIn(shows), await writesIn(hides), await writesIn(plain)]).toEqual(['de', null, undefined])
    expect((await open(shows, '?tab=sent')).cards[0]).not.toHaveProperty('languages')
  })

  it('has one line above a liked thing, and for a given like the profile first and its withdrawal in a menu', async () => {
    const anna = await createMember({ profile: { about: 'I bake bread on Sundays.' } })
    const ben = await createMember({ member: { firstName: 'Ben' } })
    const { about } = await offerOf(ben, anna)
    await likeThing(ben, anna, { tieKind: 'about', tieRef: about[0] })
    const received = await (await openPage(anna, '/likes')).text()
    expect(received).toMatch(/<figcaption[^>]*>Liked something you wrote · [^<]+</)
    expect(received).not.toContain('Liked you ')
    const sent = await (await openPage(ben, '/likes?tab=sent')).text()
    expect(sent).toMatch(/See profile.*aria-label="More: [^"]+".*popover="auto".*aria-label="Unlike [^"]+"/s)
  })

  it('moves a person from received and sent to matches when both like', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await postJson(ben, likeActions.like.path, { id: anna.id })
    expect(ids(await open(ben, '?tab=sent'))).toEqual([anna.id])
    await postJson(anna, likeActions.like.path, { id: ben.id })
    const matches = await open(anna, `?tab=matches&match=${ben.id}`)
    expect(matches.counts).toEqual({ received: 0, sent: 0, matches: 1 })
    expect(matches.cards[0]?.conversationId).toBe(matches.match?.conversationId)
    expect(ids(await open(anna))).toEqual([])
    expect(ids(await open(ben, '?tab=sent'))).toEqual([])
  })

  it('leaves out who was passed on, blocked, paused or took the like back', async () => {
    const anna = await createMember()
    const [passed, blocked, paused, withdrawn] = await Promise.all([
      createMember(),
      createMember(),
      createMember({ profile: { discoverable: false } }),
      createMember(),
    ])
    const now = Date.now()
    for (const from of [passed, blocked, paused, withdrawn]) {
      await db
        .insert(likes)
        .values({ fromId: from.id, toId: anna.id, createdAt: now, withdrawnAt: from === withdrawn ? now : null })
    }
    await db.insert(passes).values({ fromId: anna.id, toId: passed.id, createdAt: now, expiresAt: now + 60_000 })
    await db.insert(blocks).values({ blockerId: blocked.id, blockedId: anna.id, createdAt: now })
    const props = await open(anna)
    expect(ids(props)).toEqual([])
    expect(props.counts.received).toBe(0)
  })

  it('says 99+ of 10,000 likes in each list, and reads few rows for it', async () => {
    const now = Date.now()
    const crowd = await createCrowd(newArea(), 10_000, now)
    const anna = await createMember()
    const all = sql`from ${profiles} where member_id glob ${`${crowd}*`}`
    await db.run(
      sql`insert into ${likes} (from_id, to_id, created_at, withdrawn_at) select member_id, ${anna.id}, ${now} - rowid, null ${all}`,
    )
    expect((await open(anna)).counts).toEqual({ received: 100, sent: 0, matches: 0 })
    await db.run(
      sql`insert into ${likes} (from_id, to_id, created_at, withdrawn_at) select ${anna.id}, member_id, 1000 + rowid, null ${all} and rowid % 2 = 0`,
    )
    await db.run(sql`insert into ${pairs} (low_id, high_id, conversation_id, matched_at, opened_at)
      select min(member_id, ${anna.id}), max(member_id, ${anna.id}), member_id, ${now} - rowid, ${now} ${all} and rowid % 4 = 0`)
    const asked: Asked[] = []
    const context = createExecutionContext()
    const request = new Request(`${origin}/likes`, { headers: { authorization: `Bearer ${anna.token}` } })
    const DB = meteredDatabase(env.DB, (one) => asked.push(one))
    const html = await (await createApp().fetch(request, { ...env, DB }, context)).text()
    await waitOnExecutionContext(context)
    expect(html.match(/>99\+</g)).toHaveLength(3)
    expect(sumOf(asked).rowsRead).toBeLessThan(1200)
  }, 60_000)

  it('pages by 24 without leaving anyone out, also among likes of the same moment', async () => {
    const anna = await createMember()
    const admirers = await Promise.all(Array.from({ length: 50 }, () => createMember()))
    for (const admirer of admirers)
      await db.insert(likes).values({ fromId: admirer.id, toId: anna.id, createdAt: 1_700_000_000_000 })
    const first = await open(anna)
    const second = await open(anna, `?after=${first.next}`)
    const third = await open(anna, `?after=${second.next}`)
    expect([first, second, third].map(({ cards }) => cards.length)).toEqual([24, 24, 2])
    expect(third.next).toBeNull()
    expect(new Set([first, second, third].flatMap(ids)).size).toBe(50)
  })

  it('begins at the beginning for an edited cursor and an unknown tab, and says so', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await postJson(ben, likeActions.like.path, { id: anna.id })
    for (const query of ['?tab=__proto__', '?after=%00%27--', '?tab=sent2&after=x'])
      expect(await open(anna, query), query).toMatchObject({
        tab: 'received',
        isLost: true,
        paged: false,
        cards: [{ id: ben.id }],
      })
    for (const query of ['', '?tab=', '?after=', '?tab=received']) expect((await open(anna, query)).isLost, query).toBe(false)
  })

  it.each(['?tab=sent', '?tab=matches', 'the second page'])('settles no news of received likes by %s', async (place) => {
    const anna = await createMember()
    const admirers = await Promise.all(Array.from({ length: 25 }, () => createMember()))
    for (const { id } of admirers) await db.insert(likes).values({ fromId: id, toId: anna.id, createdAt: 1_700_000_000_000 })
    const late = await createMember()
    await postJson(late, likeActions.like.path, { id: anna.id })
    const isNews = async () => (await env.MEMBER_HUB.getByName(anna.id).summary()).likes === 1
    await eventually(isNews, 'the news')
    const query = place.startsWith('?') ? place : `?after=${(await open(anna)).next}`
    await lookAt(anna, `/likes${query}`)
    expect(await isNews()).toBe(true)
    await lookAt(anna, '/likes')
    expect(await isNews()).toBe(false)
  })

  it('says how many likes are left', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await postJson(anna, likeActions.like.path, { id: ben.id })
    expect((await open(anna)).quota).toMatchObject({ left: 24, limit: 25 })
  })
})
