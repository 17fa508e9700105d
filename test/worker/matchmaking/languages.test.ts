import { describe, expect, it } from 'vitest'
import { anonymousActions, type LobbyProps } from '#features/encounters/anonymous/contract.ts'
import { blindDateActions } from '#features/encounters/dates/contract.ts'
import { upcomingSlots } from '#features/encounters/pairing/server/public.ts'
import { profiles } from '#db/schema.ts'
import { eq } from 'drizzle-orm'
import { viewBy } from '#test/support/worker/encounter.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { inHub } from '#test/support/worker/objects.ts'
import { readPayload } from '#test/support/worker/pages.ts'
import {
  choiceIn,
  inMatchmaker,
  matchmakerOf,
  newLanguage,
  peopleIn,
  seatBy,
  start,
  untilPaired,
  wishFor,
} from '#test/support/worker/waiting.ts'

const dayMs = 24 * 60 * 60_000
const { join, leave } = anonymousActions
const { book, cancel, now } = blindDateActions

const speaking = (...languages: string[]) => ({ ...wishFor(''), choice: choiceIn(...languages) })
const languagesOf = async (member: TestMember) => {
  const seat = await seatBy(member).read()
  return seat.state === 'waiting' ? seat.languages : null
}
const offered = async (member: TestMember, locale = '') => {
  const { props } = await readPayload<LobbyProps>(member, `${locale}/anonymous-chat`)
  return props.kind === 'free' ? props.languages : props.kind
}

describe('two who wait', () => {
  it('in different languages meet in the one that both rank best, and each is told that one and no other', async () => {
    const [own, common, better, others] = [newLanguage(), newLanguage(), newLanguage(), newLanguage()]
    const [anna, ben] = [await createMember(), await createMember()]
    await start(anna, speaking(own, better, common))
    await start(ben, speaking(better, others, common))
    const { id } = await untilPaired(anna)
    expect((await untilPaired(ben)).id).toBe(id)
    for (const member of [anna, ben]) {
      const view = await viewBy(id, member.id)
      expect(view.language).toBe(better)
      for (const language of [own, common, others]) expect(JSON.stringify(view)).not.toContain(language)
    }
  })

  it('without a common language do not meet', async () => {
    const [anna, ben, carla] = [await createMember(), await createMember(), await createMember()]
    const [one, other] = [newLanguage(), newLanguage()]
    await start(anna, speaking(one, newLanguage()))
    await start(ben, speaking(newLanguage(), other))
    await start(carla, speaking(other))
    expect((await untilPaired(ben)).id).toBe((await untilPaired(carla)).id)
    expect(await languagesOf(anna)).toContain(one)
  })
})

describe('figures', () => {
  it('count those who would talk in a language, each language for itself and from five people on', async () => {
    const [many, few] = [newLanguage(), newLanguage()]
    // Topics of their own keep them apart for a minute.
    const wish = (topic: number, ...languages: string[]) => ({ ...speaking(...languages), topics: [`topic-${topic}`] })
    for (let topic = 0; topic < 5; topic++) {
      const member = await createMember()
      await start(member, topic < 4 ? wish(topic, many, few) : wish(topic, many))
    }
    expect([await peopleIn(many), await peopleIn(few)]).toEqual([5, 4])
    expect(await matchmakerOf().figures([few, many])).toEqual([
      { language: few, people: null, medianWaitMs: null },
      { language: many, people: 5, medianWaitMs: null },
    ])
  })

  it('of the usual wait are those of talks in that language', async () => {
    const [language, other] = [newLanguage(), newLanguage()]
    for (const ms of [3_000, 4_000, 5_000, 6_000, 7_000])
      await inMatchmaker('INSERT INTO waits (ended_at, waited_ms, language) VALUES (?, ?, ?)', Date.now(), ms, language)
    expect(await matchmakerOf().figures([language, other])).toEqual([
      { language, people: null, medianWaitMs: 5_000 },
      { language: other, people: null, medianWaitMs: null },
    ])
  })
})

describe('a choice of languages', () => {
  it('is up to three, the best one first, or a single one, and a form may leave some open', async () => {
    const anna = await createMember()
    for (const [body, languages] of [
      [{ languages: ['ro', 'tr', 'cs'] }, ['ro', 'tr', 'cs']],
      [{ language: 'pl' }, ['pl']],
      [{ language: 'pl', languages: ['tr', 'tr', ''] }, ['tr']],
    ] as const) {
      expect((await postJson(anna, join.path, body)).status).toBe(200)
      expect(await languagesOf(anna)).toEqual(languages)
    }
    const fields = ['cs', '', 'ro'].map((language): [string, string] => ['languages[]', language])
    expect((await postForm(anna, join.path, fields)).status).toBe(303)
    expect(await languagesOf(anna)).toEqual(['cs', 'ro'])
    await postJson(anna, leave.path, {})
  })

  it('is the last one when none is sent, and before that the language of the page', async () => {
    const anna = await createMember()
    await postJson(anna, join.path, {}, { cookie: 'locale=tr' })
    expect(await languagesOf(anna)).toEqual(['tr'])
    await postJson(anna, join.path, { languages: ['cs', 'pl'] })
    await postJson(anna, leave.path, {})
    await postJson(anna, now.path, {}, { cookie: 'locale=tr' })
    expect(await languagesOf(anna)).toEqual(['cs', 'pl'])
    await postJson(anna, blindDateActions.leave.path, {})
    const [slot = '', next = ''] = upcomingSlots(Date.now() + dayMs, 'UTC').map((at) => new Date(at).toISOString())
    await postJson(anna, book.path, { slot })
    await postJson(anna, book.path, { slot: next, languages: ['ro', 'tr'] })
    const booked = await inHub(anna.id, 'SELECT languages FROM bookings ORDER BY slot')
    expect(booked).toEqual([{ languages: 'cs,pl' }, { languages: 'ro,tr' }])
    for (const each of [slot, next]) await postJson(anna, cancel.path, { slot: each })
    expect(await offered(anna, '/de')).toEqual(['ro', 'tr'])
  })

  it('is preselected from the languages that a member speaks, until they have chosen', async () => {
    const anna = await createMember()
    await db
      .update(profiles)
      .set({ languages: ['it', 'uk', 'de'] })
      .where(eq(profiles.memberId, anna.id))
    expect(await offered(anna, '/de')).toEqual(['de', 'uk'])
    await postJson(anna, join.path, { languages: ['ro'] })
    await postJson(anna, leave.path, {})
    expect(await offered(anna, '/de')).toEqual(['ro'])
  })
})
