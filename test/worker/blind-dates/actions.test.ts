import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { encounterPauses, reports } from '#db/schema.ts'
import { blindDateActions, bookedAtMost } from '#features/encounters/dates/contract.ts'
import { chatActions } from '#features/chat/contract.ts'
import { dateTimes } from '#features/encounters/contract.ts'
import { isBookable, upcomingSlots } from '#features/encounters/pairing/server/public.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { wallClock } from '#shared/time-zone.ts'
import { datesBy, forwardDate, lookAt, minuteMs, stopClock } from '#test/support/worker/dates.ts'
import { encounterOf, newEncounterId, pairUp, viewBy } from '#test/support/worker/encounter.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { inHub } from '#test/support/worker/objects.ts'
import { eventually, newId } from '#test/support/worker/realtime-client.ts'
import { choiceIn, aRound, newLanguage, peopleIn, seatBy, start, untilPaired, wishFor } from '#test/support/worker/waiting.ts'

vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.useRealTimers())

const { book, cancel, now, accept, vote, extend, leave, report } = blindDateActions
const act = (member: Pick<TestMember, 'token'> | null, action: { path: string }, body: unknown = {}) =>
  postJson(member, action.path, body)
const errorOf = async (answer: Response) => [answer.status, ((await answer.json()) as ErrorBody).error.code]
const textsOf = async (code: LocaleCode) => createTranslator(code, await loadMessages(code, ['common']), { timeZone: 'UTC' })
const toIso = (at: number) => new Date(at).toISOString()
const bookedBy = async (member: TestMember) => (await lookAt(member)).booked.map(({ slot }) => slot)
const hour = 60 * minuteMs

/** A slot that the page suggests, with hours to go. */
function slotOf(timeZone = 'UTC'): number {
  const slot = upcomingSlots(Date.now() + 24 * hour, timeZone)[0]
  if (slot === undefined) throw new Error('There is always an evening')
  return slot
}

/** Two members whose date waits for both to accept. */
async function offer(): Promise<{ id: string; anna: TestMember; ben: TestMember }> {
  const [anna, ben] = [await createMember(), await createMember({ member: { firstName: 'Benedikt' } })]
  const { id } = await pairUp('blind', [anna.id, ben.id])
  await Promise.all([untilPaired(anna), untilPaired(ben)])
  return { id, anna, ben }
}

async function talk() {
  const date = await offer()
  for (const member of [date.anna, date.ben]) expect((await act(member, accept, { id: date.id })).status).toBe(200)
  return date
}

async function voting() {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const date = await talk()
  // Neither has a connection: a call every few minutes shows that they are there.
  await forwardDate(date.id, Date.now() + 4 * minuteMs)
  for (const { id } of [date.anna, date.ben]) await encounterOf(date.id).view(id)
  await forwardDate(date.id, (await viewBy(date.id, date.anna.id)).until ?? 0)
  expect((await viewBy(date.id, date.anna.id)).phase).toBe('voting')
  return date
}

describe('booking', () => {
  it('answers in the words of the event, and a repeat changes nothing', async () => {
    const [anna, slot] = [await createMember(), slotOf()]
    for (let repeat = 0; repeat < 2; repeat++) {
      const answer = await act(anna, book, { slot: toIso(slot) })
      expect([answer.status, await answer.json()]).toEqual([
        200,
        { id: null, state: 'booked', until: toIso(slot), redirect: '/blind-dates' },
      ])
    }
    expect(await bookedBy(anna)).toEqual([slot])
    for (let repeat = 0; repeat < 2; repeat++) {
      const answer = await act(anna, cancel, { slot: toIso(slot) })
      expect([answer.status, await answer.json()]).toEqual([200, { redirect: '/blind-dates' }])
    }
    expect(await bookedBy(anna)).toEqual([])
  })

  it('works without a script, in the language of the page', async () => {
    const [anna, slot] = [await createMember(), slotOf()]
    const made = await postForm(anna, book.path, { slot: toIso(slot) }, { cookie: 'locale=uk' })
    expect([made.status, made.headers.get('location')]).toEqual([303, '/uk/blind-dates'])
    expect(await inHub(anna.id, 'SELECT slot, languages FROM bookings')).toEqual([{ slot, languages: 'uk' }])
    const gone = await postForm(anna, cancel.path, { slot: toIso(slot) })
    expect([gone.status, gone.headers.get('location')]).toEqual([303, '/blind-dates'])
    expect(await bookedBy(anna)).toEqual([])
  })

  it.each([
    ['tomorrow', 'invalid'],
    ['2027-04-31T20:00:00.000Z', 'invalid'],
    ['2027-01-12T20:00:00', 'invalid'],
    ['2027-01-12T20:00:00+02:00', 'invalid'],
    ['2027-01-12T20:00:30.000Z', 'invalid'],
    ['+275760-09-13T00:00:00.000Z', 'invalid'],
    [1_800_000_000_000, 'required'],
    [null, 'required'],
    [['2027-01-12T20:00:00.000Z'], 'required'],
  ])('of the malformed slot %j is refused at its field', async (slot, code) => {
    const anna = await createMember()
    const answer = await act(anna, book, { slot })
    const { error } = (await answer.json()) as ErrorBody
    const text = (await textsOf('en')).t(`common.field.${code === 'required' ? 'required' : 'invalid'}`)
    expect([answer.status, error.fields]).toEqual([422, { slot: text }])
    expect(await bookedBy(anna)).toEqual([])
  })

  it('of a time that is no slot of the member’s evenings is refused in their language', async () => {
    const kyiv = await createMember({ member: { timeZone: 'Europe/Kyiv' } })
    // Eight in the evening of Honolulu is morning in Kyiv.
    const elsewhere = slotOf('Pacific/Honolulu')
    expect(wallClock('Europe/Kyiv')(elsewhere).hour).toBeLessThan(17)
    const own = slotOf('Europe/Kyiv')
    const onEvening = [own + 10 * minuteMs, own + 30 * minuteMs, own + 2.5 * hour]
    for (const slot of [elsewhere, ...onEvening, own + 24 * hour, own - 21 * 24 * hour, own + 28 * 24 * hour]) {
      const answer = await postJson(kyiv, book.path, { slot: toIso(slot) }, { cookie: 'locale=uk' })
      const { error } = (await answer.json()) as ErrorBody
      expect([answer.status, error.code, error.message]).toEqual([
        409,
        'slot-unavailable',
        (await textsOf('uk')).t('common.error.slot-unavailable'),
      ])
    }
    expect(await bookedBy(kyiv)).toEqual([])
    expect((await act(kyiv, book, { slot: toIso(own) })).status).toBe(200)
  })

  it('that was made while other times were offered stays, can be repeated and cancelled, and lets the member in', async () => {
    const clock = stopClock(Date.UTC(2027, 0, 12, 17))
    const [anna, slot, language] = [await createMember(), clock.now() + 2 * hour + 30 * minuteMs, newLanguage()]
    await datesBy(anna).readDates()
    await inHub(anna.id, "INSERT INTO bookings (slot, language, state) VALUES (?, ?, 'booked')", slot, language)
    await inHub(anna.id, "INSERT INTO bookings (slot, language, state) VALUES (?, ?, 'booked')", slot + 24 * hour, language)
    expect(isBookable(slot, clock.now(), 'UTC')).toBe(false)
    const answer = await act(anna, book, { slot: toIso(slot) })
    expect([answer.status, await answer.json()]).toMatchObject([200, { state: 'booked', until: toIso(slot) }])
    expect((await act(anna, cancel, { slot: toIso(slot + 24 * hour) })).status).toBe(200)
    expect(await errorOf(await act(anna, book, { slot: toIso(slot + 24 * hour) }))).toEqual([409, 'slot-unavailable'])
    expect(await bookedBy(anna)).toEqual([slot])
    await clock.to(slot - 5 * minuteMs)
    expect((await lookAt(anna)).booked).toEqual([{ slot, state: 'lobby' }])
    expect(await seatBy(anna).read()).toMatchObject({ state: 'waiting', kind: 'blind', slot })
  })

  it('goes by the stored time zone, and what is booked can be given up after a move', async () => {
    const [anna, slot] = [await createMember({ member: { timeZone: 'Europe/Kyiv' } }), slotOf('Europe/Kyiv')]
    await act(anna, book, { slot: toIso(slot) })
    await db.run(`UPDATE members SET time_zone = 'America/Los_Angeles' WHERE id = '${anna.id}'`)
    expect(await errorOf(await act(anna, book, { slot: toIso(slot + 30 * minuteMs) }))).toEqual([409, 'slot-unavailable'])
    expect((await act(anna, cancel, { slot: toIso(slot) })).status).toBe(200)
    expect(await bookedBy(anna)).toEqual([])
  })

  it('is refused when as many are booked as may be', async () => {
    const anna = await createMember()
    const slots = upcomingSlots(Date.now() + hour, 'UTC')
    for (let at = 0; at < bookedAtMost; at++) await datesBy(anna).bookDate(Date.now() + (24 + at) * hour, choiceIn(newLanguage()))
    expect(await errorOf(await act(anna, book, { slot: toIso(slots[0] ?? 0) }))).toEqual([409, 'bookings-full'])
  })

  it('is for members only', async () => {
    expect((await act(null, book, { slot: toIso(slotOf()) })).status).toBe(401)
  })
})

describe('now', () => {
  it('waits, pairs two, and answers where they are', async () => {
    const [anna, ben] = [await createMember(), await createMember()]
    const first = await postJson(anna, now.path, {}, { cookie: 'locale=ro' })
    expect([first.status, await first.json()]).toEqual([
      200,
      { id: null, state: 'lobby', until: null, redirect: '/ro/blind-dates' },
    ])
    expect(await seatBy(anna).read()).toMatchObject({ state: 'waiting', kind: 'blind', languages: ['ro'], slot: null })
    const form = await postForm(ben, now.path, {}, { cookie: 'locale=ro' })
    expect(form.status).toBe(303)
    const { id } = await untilPaired(anna)
    expect((await untilPaired(ben)).id).toBe(id)
    expect(await errorOf(await postJson(ben, now.path, {}, { cookie: 'locale=ro' }))).toEqual([409, 'encounter-busy'])
    for (const member of [anna, ben]) await act(member, leave, { id })
    await eventually(async () => (await lookAt(anna)).past.length > 0, 'the end')
    expect((await lookAt(anna)).past).toEqual([{ at: expect.any(Number), outcome: 'declined', id: null }])
  })

  it('fifty times at once is one wait, which leaving without an id ends', async () => {
    const anna = await createMember()
    const answers = await Promise.all(Array.from({ length: 50 }, () => postJson(anna, now.path, {}, { cookie: 'locale=cs' })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await aRound('blind')
    expect(await peopleIn('cs', 'blind')).toBe(1)
    expect((await act(anna, leave)).status).toBe(200)
    expect([await seatBy(anna).read(), await peopleIn('cs', 'blind')]).toEqual([{ state: 'free' }, 0])
  })

  it('in the middle of a chat is refused in the member’s language, and changes nothing', async () => {
    const language = newLanguage()
    const [anna, ben] = [await createMember(), await createMember()]
    for (const member of [anna, ben]) await start(member, wishFor(language))
    const { id } = await untilPaired(anna)
    const answer = await postJson(anna, now.path, {}, { cookie: 'locale=uk' })
    const { error } = (await answer.json()) as ErrorBody
    expect([answer.status, error.code]).toEqual([409, 'encounter-busy'])
    expect(error.message).toBe((await textsOf('uk')).t('common.error.encounter-busy'))
    expect(await seatBy(anna).read()).toMatchObject({ state: 'paired', id })
  })

  it('leaves a wait for a chat, or one for a booked evening, alone when it is left without an id', async () => {
    const [anna, language] = [await createMember(), newLanguage()]
    await start(anna, wishFor(language))
    await act(anna, leave)
    expect((await seatBy(anna).read()).state).toBe('waiting')
    const slot = Date.now() + 3 * minuteMs
    await seatBy(anna).withdraw()
    await datesBy(anna).bookDate(slot, choiceIn(language))
    await act(anna, leave)
    expect(await seatBy(anna).read()).toMatchObject({ state: 'waiting', kind: 'blind', slot })
  })
})

describe('who may not meet anybody', () => {
  it('reads why at every action, and may cancel, leave and report', async () => {
    const { id, anna } = await talk()
    const slot = slotOf()
    await act(anna, book, { slot: toIso(slot) })
    await db.insert(encounterPauses).values({ memberId: anna.id, pausedAt: 1 })
    const paused = await createMember({ member: { state: 'paused' } })
    for (const [action, body] of [
      [book, { slot: toIso(slot + 30 * minuteMs) }],
      [now, {}],
      [accept, { id }],
    ] as const) {
      expect(await errorOf(await act(anna, action, body))).toEqual([403, 'encounters-paused'])
      expect(await errorOf(await act(paused, action, body))).toEqual([403, 'profile-paused'])
    }
    // What is done outside changes nothing in a date that goes on.
    expect((await act(anna, extend, { id })).status).toBe(200)
    expect((await act(anna, cancel, { slot: toIso(slot) })).status).toBe(200)
    expect((await act(anna, report, { id, category: 'spam' })).status).toBe(200)
    expect((await act(anna, leave, { id })).status).toBe(200)
  })
})

describe('what the two press', () => {
  it('leads from the offer to the match, and repeats change nothing', async () => {
    const { id, anna, ben } = await voting()
    expect((await act(anna, accept, { id })).status, 'a repeat').toBe(200)
    for (let repeat = 0; repeat < 2; repeat++) expect((await act(anna, vote, { id, yes: true })).status).toBe(200)
    expect((await viewBy(id, ben.id)).phase, 'sealed').toBe('voting')
    const form = await postForm(ben, vote.path, { id, yes: '1' }, { cookie: 'locale=uk' })
    expect([form.status, form.headers.get('location')]).toEqual([303, `/uk/blind-dates/${id}`])
    await eventually(async () => (await viewBy(id, ben.id)).phase === 'matched', 'the match')
    expect((await act(anna, vote, { id, yes: true })).status, 'a repeat').toBe(200)
    expect(await errorOf(await act(anna, vote, { id, yes: false }))).toEqual([409, 'encounter-over'])
  })

  it('prolongs the talk only when both have pressed it', async () => {
    const { id, anna, ben } = await talk()
    const { until } = await viewBy(id, ben.id)
    expect((await act(anna, extend, { id })).status).toBe(200)
    expect((await viewBy(id, ben.id)).until).toBe(until)
    expect((await postForm(ben, extend.path, { id })).headers.get('location')).toBe(`/blind-dates/${id}`)
    expect((await viewBy(id, anna.id)).until).toBe((until ?? 0) + dateTimes.extendMs)
  })

  it.each(['maybe', '', 2, null, 'yes', ['1'], { yes: true }])('a forged vote %j changes nothing', async (yes) => {
    const { id, anna } = await voting()
    expect((await act(anna, vote, { id, yes })).status).toBe(422)
    expect((await viewBy(id, anna.id)).own.voted).toBeNull()
  })

  it('is refused in another phase, and after the end', async () => {
    const { id, anna, ben } = await offer()
    expect(await errorOf(await act(anna, vote, { id, yes: true }))).toEqual([409, 'conflict'])
    expect(await errorOf(await act(anna, extend, { id }))).toEqual([409, 'conflict'])
    expect((await act(ben, leave, { id })).status).toBe(200)
    expect((await act(ben, leave, { id })).status, 'a repeat').toBe(200)
    for (const [action, body] of [
      [accept, { id }],
      [vote, { id, yes: true }],
      [extend, { id }],
    ] as const)
      expect(await errorOf(await act(anna, action, body))).toEqual([409, 'encounter-over'])
    const form = await postForm(anna, accept.path, { id, back: `/blind-dates/${id}` })
    expect([form.status, form.headers.get('location')]).toEqual([303, `/blind-dates/${id}`])
    expect((await viewBy(id, anna.id)).own.accepted).toBe(false)
  })

  it('is for the two alone: other people’s ids are not found, and change nothing', async () => {
    const { id, anna } = await talk()
    const eve = await createMember()
    const chat = await pairUp('anonymous', [eve.id, newId()])
    for (const target of [id, newEncounterId('blind'), chat.id, 'b-../x', newId()])
      for (const [action, body] of [
        [accept, { id: target }],
        [vote, { id: target, yes: true }],
        [extend, { id: target }],
        [leave, { id: target }],
        [report, { id: target, category: 'spam' }],
      ] as const)
        expect([404, 422]).toContain((await act(eve, action, body)).status)
    expect((await act(eve, leave, { id })).status).toBe(404)
    expect((await viewBy(id, anna.id)).phase).toBe('talking')
    expect((await viewBy(chat.id, eve.id)).phase).toBe('talking')
  })
})

describe('a report', () => {
  it('keeps what was said, blocks, and ends the date for both in the same words', async () => {
    const { id, anna, ben } = await talk()
    await act(ben, chatActions.send, { conversation: id, cid: newId(), text: 'something ugly' })
    const answer = await act(anna, report, { id, category: 'harassment', text: 'He was rude.' })
    expect([answer.status, await answer.json()]).toEqual([200, { reported: true, redirect: `/blind-dates/${id}?done=reported` }])
    const [row] = await db.select().from(reports).where(eq(reports.reportedId, ben.id))
    expect(row).toMatchObject({ reporterId: anna.id, source: 'blind', category: 'harassment' })
    await eventually(async () => (await lookAt(ben)).past.length > 0, 'the end for him')
    expect((await lookAt(ben)).past).toEqual((await lookAt(anna)).past)
    const language = newLanguage()
    for (const member of [anna, ben]) await start(member, wishFor(language))
    await aRound()
    expect((await seatBy(anna).read()).state, 'never again').toBe('waiting')
  })

  it('of a date on which nobody has spoken yet is possible, too', async () => {
    const { id, anna } = await offer()
    expect((await act(anna, report, { id, category: 'other', text: 'The name.' })).status).toBe(200)
    expect((await viewBy(id, anna.id)).phase).toBe('ended')
  })
})
