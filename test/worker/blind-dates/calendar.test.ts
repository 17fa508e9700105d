import { SELF } from 'cloudflare:test'
import { convertIcsCalendar } from 'ts-ics'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { blindDateActions } from '#features/encounters/dates/contract.ts'
import { wallClock } from '#shared/time-zone.ts'
import { datesBy } from '#test/support/worker/dates.ts'
import { createMember, type TestMember } from '#test/support/worker/members.ts'
import { origin } from '#test/support/worker/realtime-client.ts'
import { choiceIn, newLanguage } from '#test/support/worker/waiting.ts'

const kyiv = 'Europe/Kyiv'
/** Clocks in Kyiv are put forward on 28 March 2027, at three in the morning: eight in the evening before, and of that day. */
const [before, after] = [Date.UTC(2027, 2, 27, 18), Date.UTC(2027, 2, 28, 17)]

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 2, 24, 12) }))
afterEach(() => void vi.useRealTimers())

const download = (member: Pick<TestMember, 'token'> | null, slot: string, headers: Record<string, string> = {}) =>
  SELF.fetch(`${origin}${blindDateActions.calendar.path}?slot=${encodeURIComponent(slot)}`, {
    headers: { ...(member ? { authorization: `Bearer ${member.token}` } : {}), ...headers },
  })
const toIso = (at: number) => new Date(at).toISOString()

it.each([before, after])('a booked evening is a file that every calendar reads at the same instant: %i', async (slot) => {
  const anna = await createMember({ member: { timeZone: kyiv } })
  await datesBy(anna).bookDate(slot, choiceIn(newLanguage()))
  expect(wallClock(kyiv)(slot).hour).toBe(20)
  const answer = await download(anna, toIso(slot), { cookie: 'locale=uk' })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="blind-date.ics"')
  expect(answer.headers.get('cache-control')).toContain('no-store')
  const file = await answer.text()
  const stamp = toIso(slot).replaceAll(/[-:]|\.000/g, '')
  expect(file).toContain(`\r\nDTSTART:${stamp}\r\n`)
  // Every line ends as RFC 5545 asks for, and is folded.
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).byteLength).toBeLessThanOrEqual(75)
  const { events = [] } = convertIcsCalendar(undefined, file)
  expect(events).toHaveLength(1)
  const [event] = events
  expect(event).toMatchObject({
    start: { date: new Date(slot) },
    end: { date: new Date(slot + 15 * 60_000) },
    url: `${origin}/uk/blind-dates`,
    alarms: [{ action: 'DISPLAY', trigger: { type: 'relative', value: { before: true, minutes: 5 } } }],
  })
  expect(event?.summary.replaceAll('\u00a0', ' ')).toBe('Побачення наосліп у Kismet')
  expect(event?.description).toContain(`${origin}/uk/blind-dates`)
  expect(file).not.toContain(anna.id)
})

it('has the same id each time, so that a calendar keeps one', async () => {
  const anna = await createMember()
  for (const slot of [before, after]) await datesBy(anna).bookDate(slot, choiceIn(newLanguage()))
  const idOf = async (slot: number) => /^UID:(.+)$/m.exec(await (await download(anna, toIso(slot))).text())?.[1]?.trim()
  expect(await idOf(before)).toBe('blind-date-20270327T180000000Z@kismet.localhost')
  expect(await idOf(before)).toBe(await idOf(before))
  expect(await idOf(after)).not.toBe(await idOf(before))
})

it('there is none of what the member has not booked', async () => {
  const [anna, ben] = [await createMember(), await createMember()]
  await datesBy(ben).bookDate(after, choiceIn(newLanguage()))
  for (const slot of [toIso(after), 'tomorrow', '', '2027-02-30T20:00:00Z', toIso(before)])
    expect((await download(anna, slot)).status).toBe(404)
  expect((await download(null, toIso(after))).status).toBe(401)
  await datesBy(ben).cancelDate(after)
  expect((await download(ben, toIso(after))).status).toBe(404)
})
