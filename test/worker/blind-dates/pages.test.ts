import { describe, expect, it } from 'vitest'
import { blindDateActions, type DateRoomProps, type DatesProps } from '#features/encounters/dates/contract.ts'
import { promptsPerDate } from '#features/encounters/dates/rules.ts'
import { upcomingSlots } from '#features/encounters/pairing/server/public.ts'
import { encounterOf, newEncounterId, pairUp } from '#test/support/worker/encounter.ts'
import { createMember, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage, payloadPath, readPayload } from '#test/support/worker/pages.ts'
import { openPlain, submitFrom } from '#test/support/worker/plain-forms.ts'
import { eventually } from '#test/support/worker/realtime-client.ts'
import { seatBy } from '#test/support/worker/waiting.ts'

const { book, cancel, leave, vote } = blindDateActions
const lobby = async (member: TestMember, locale = '') => (await readPayload<DatesProps>(member, `${locale}/blind-dates`)).props
const room = async (member: TestMember, id: string, locale = '') =>
  (await readPayload<DateRoomProps>(member, `${locale}/blind-dates/${id}`)).props
const statusOf = async (member: TestMember, path: string) => (await openPage(member, payloadPath(path))).status
const act = (member: TestMember, action: { path: string }, body: unknown) => postJson(member, action.path, body)

/** Two members in a date of their own. */
async function startDate() {
  const [anna, ben] = await Promise.all([
    createMember({ member: { firstName: 'Anneliese' } }),
    createMember({ member: { firstName: 'Benedikt' } }),
  ])
  const { id } = await pairUp('blind', [anna.id, ben.id])
  for (const { id: member } of [anna, ben]) {
    await eventually(async () => (await seatBy({ id: member }).read()).state === 'paired', 'a seat in the date')
  }
  return { id, anna, ben }
}

async function startTalk() {
  const date = await startDate()
  for (const { id: member } of [date.anna, date.ben]) await encounterOf(date.id).act(member, { kind: 'accept' })
  return date
}

const dateOf = (props: DateRoomProps) => {
  if (props.kind !== 'date') throw new Error(`The page shows ${props.kind}`)
  return props
}

describe('the page of blind dates', () => {
  it('has the evenings of the stored time zone, whatever the browser says, and the zone in words', async () => {
    const anna = await createMember({ member: { timeZone: 'Asia/Tokyo' } })
    const response = await openPage(anna, payloadPath('/de/blind-dates'), { cookie: 'tz=Europe/Berlin' })
    const { data } = (await response.json()) as { data: { props: DatesProps; now: number } }
    if (data.props.kind !== 'open') throw new Error(`The page shows ${data.props.kind}`)
    const { evenings, zoneName, timeZone } = data.props
    expect([timeZone, zoneName]).toEqual(['Asia/Tokyo', 'Tokio'])
    expect(evenings).toHaveLength(4)
    expect(evenings.flatMap(({ slots }) => slots.map(({ slot }) => slot))).toEqual(upcomingSlots(data.now, timeZone))
  })

  it('names the language of the people who are counted, which is that of the page', async () => {
    const anna = await createMember()
    expect(await lobby(anna, '/de')).toMatchObject({ kind: 'open', languages: ['de'] })
    const html = await (await openPage(anna, '/de/blind-dates')).text()
    expect(html).toContain('<strong>Deutsch</strong>')
    expect(await lobby(anna, '/en-us')).toMatchObject({ kind: 'open', languages: ['en'] })
  })

  it('marks what is booked, in the document without a script as well', async () => {
    const anna = await createMember()
    const slot = upcomingSlots(Date.now(), 'UTC').at(-1) ?? 0
    await act(anna, book, { slot: new Date(slot).toISOString() })
    const props = await lobby(anna)
    expect(props).toMatchObject({ kind: 'open', booked: [{ slot, state: 'booked' }] })
    const html = await (await openPage(anna, '/blind-dates')).text()
    expect(html).toContain(`${blindDateActions.calendar.path}?slot=${encodeURIComponent(new Date(slot).toISOString())}`)
    expect(html).not.toContain(`value="${new Date(slot).toISOString()}" class`)
  })

  it.each(['', '/uk'])('at %s/blind-dates books and cancels by its forms alone', async (prefix) => {
    const [anna, page] = [await createMember(), `${prefix}/blind-dates`]
    const slot = new Date(upcomingSlots(Date.now(), 'UTC').at(-1) ?? 0).toISOString()
    // Each slot is a button of one form.
    const buttons = (await openPlain(anna, page)).match(/<button[^>]*>/g) ?? []
    expect(buttons.some((tag) => tag.includes('name="slot"') && tag.includes(`value="${slot}"`))).toBe(true)
    const made = await submitFrom(anna, page, { action: book.path, fields: { slot } })
    expect([made.status, made.headers.get('location')]).toEqual([303, page])
    expect(await lobby(anna)).toMatchObject({ booked: [{ slot: Date.parse(slot), state: 'booked' }] })
    const gone = await submitFrom(anna, page, { action: cancel.path, mark: ['slot', slot] })
    expect([gone.status, gone.headers.get('location')]).toEqual([303, page])
    expect(await lobby(anna)).toMatchObject({ booked: [] })
    await expect(submitFrom(anna, page, { action: cancel.path })).rejects.toThrow('No form')
  })
})

describe('the page of a date', () => {
  it('is found by the two of it alone', async () => {
    const { id, anna, ben } = await startDate()
    const stranger = await createMember()
    expect([await statusOf(anna, `/blind-dates/${id}`), await statusOf(ben, `/blind-dates/${id}`)]).toEqual([200, 200])
    expect(await statusOf(stranger, `/blind-dates/${id}`)).toBe(404)
    for (const unknown of [newEncounterId('blind'), newEncounterId('anonymous'), 'x'])
      expect(await statusOf(anna, `/blind-dates/${unknown}`), unknown).toBe(404)
    const chat = await pairUp('anonymous', [anna.id, stranger.id].map((member) => member) as [string, string])
    expect(await statusOf(anna, `/blind-dates/${chat.id}`)).toBe(404)
  })

  it('has the same prompts for both, each in the reader’s words, and none outside of the talk', async () => {
    const { id, anna, ben } = await startDate()
    expect(dateOf(await room(anna, id))).toMatchObject({ prompts: null, history: null, view: { phase: 'offered' } })
    for (const { id: member } of [anna, ben]) await encounterOf(id).act(member, { kind: 'accept' })
    const [annas, bens, inUkrainian] = [await room(anna, id), await room(ben, id), await room(ben, id, '/uk')].map(
      (props) => dateOf(props).prompts,
    )
    expect(new Set(annas?.texts).size).toBe(promptsPerDate)
    expect(bens).toEqual(annas)
    expect(inUkrainian?.texts.every((text) => /\p{Script=Cyrillic}/u.test(text))).toBe(true)
    expect(inUkrainian).toMatchObject({ startedAt: annas?.startedAt, eachMs: 60_000 })
    const { view } = dateOf(await room(anna, id))
    expect((view.until ?? 0) - (annas?.startedAt ?? 0)).toBe(5 * 60_000)
  })

  it('names the other one nowhere before the match, and shows a single end to both', async () => {
    const { id, anna, ben } = await startTalk()
    const documents = await Promise.all([anna, ben].map(async (one) => (await openPage(one, `/blind-dates/${id}`)).text()))
    expect(documents[0]).not.toContain('Benedikt')
    expect(documents[0]).not.toContain(ben.id)
    expect(documents[1]).not.toContain('Anneliese')
    expect((await act(anna, leave, { id })).status).toBe(200)
    for (const one of [anna, ben]) {
      expect(dateOf(await room(one, id))).toMatchObject({ view: { phase: 'ended' }, history: null, prompts: null })
    }
    expect((await act(ben, vote, { id, yes: true })).status).toBe(409)
  })
})
