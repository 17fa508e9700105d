import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { justBegunMs } from '#features/encounters/contract.ts'
import { choosePrompts, promptAt, promptsPerDate, toDateSeat, toEvenings } from './rules.ts'

test('a date has eight different prompts of the list, and both sides get the same ones in the same order', () => {
  assert(
    property(string({ minLength: 1, maxLength: 30 }), (id) => {
      const chosen = choosePrompts(id, 60)
      expect(new Set(chosen).size).toBe(promptsPerDate)
      expect(chosen.every((position) => position >= 0 && position < 60)).toBe(true)
      expect(choosePrompts(id, 60)).toEqual(chosen)
    }),
  )
})

test('over many dates every prompt comes about equally often, and first as well', () => {
  const [all, first] = [Array<number>(60).fill(0), Array<number>(60).fill(0)]
  for (let date = 0; date < 6_000; date++) {
    const chosen = choosePrompts(`b-${date.toString(36).padStart(24, 'x')}`, 60)
    for (const position of chosen) all[position] = (all[position] ?? 0) + 1
    first[chosen[0] ?? 0] = (first[chosen[0] ?? 0] ?? 0) + 1
  }
  // 800 and 100 are expected.
  expect([Math.min(...all) > 650, Math.max(...all) < 950]).toEqual([true, true])
  expect([Math.min(...first) > 50, Math.max(...first) < 160]).toEqual([true, true])
})

test('each prompt stands for its time by the clock, and the last one stays', () => {
  const prompts = { startedAt: 1_000, eachMs: 60_000, texts: ['one', 'two', 'three'] }
  const at = (ms: number) => promptAt(prompts, 1_000 + ms)
  expect([at(-5_000), at(0), at(59_999), at(60_000), at(120_000), at(900_000)]).toEqual([0, 0, 0, 1, 2, 2])
})

test('slots are grouped by the evenings of the zone, with what is booked and how many come', () => {
  const at = (iso: string) => Date.parse(iso)
  // In Tokyo the first two are 20:00 and 21:30 of the 27th, the last one 20:00 of the 28th.
  const slots = [at('2026-11-27T11:00Z'), at('2026-11-27T12:30Z'), at('2026-11-28T11:00Z')]
  const booked = [{ slot: slots[1] ?? 0, state: 'booked' }] as const
  const attendance = [{ slot: slots[2] ?? 0, people: 7 }]
  const evenings = toEvenings(slots, { booked, attendance }, 'Asia/Tokyo')
  expect(evenings.map((evening) => evening.slots.map(({ isBooked, people }) => [isBooked, people]))).toEqual([
    [
      [false, null],
      [true, null],
    ],
    [[false, 7]],
  ])
  expect(toEvenings([], { booked, attendance }, 'Asia/Tokyo')).toEqual([])
})

test('the page shows dates as such, and an anonymous chat as what is in their way', () => {
  const wait = { languages: ['uk'], topics: [], slot: null, since: 5, seed: '0a1b2c3d' } as const
  expect(toDateSeat({ state: 'free' }, 7)).toEqual({ state: 'free' })
  expect(toDateSeat({ state: 'waiting', kind: 'blind', ...wait, slot: 7 }, 7)).toEqual({
    state: 'waiting',
    slot: 7,
    since: 5,
    seed: '0a1b2c3d',
  })
  const date = { state: 'paired', kind: 'blind', id: 'b-1', since: 5 } as const
  expect(toDateSeat(date, 7)).toEqual({ state: 'date', id: 'b-1', isNew: true })
  expect(toDateSeat(date, 5 + justBegunMs)).toEqual({ state: 'date', id: 'b-1', isNew: false })
  expect(toDateSeat({ state: 'waiting', kind: 'anonymous', ...wait }, 7)).toEqual({ state: 'chat', isPaired: false })
  expect(toDateSeat({ state: 'paired', kind: 'anonymous', id: 'a-1', since: 5 }, 7)).toEqual({
    state: 'chat',
    isPaired: true,
  })
})
