import { describe, expect, test } from 'vitest'
import type { PairingCriteria, Waiting } from '#features/encounters/contract.ts'
import { figuresOf, medianWait } from './figures.ts'

const now = Date.UTC(2030, 5, 15)
const [woman, man] = [1, 2]
const kind = (
  genderMask: number,
  seeksMask: number,
  born: number,
  seeks: readonly [number, number] = [18, 99],
): PairingCriteria => ({
  genderMask,
  seeksMask,
  birthDate: `${born}-01-01`,
  seeksAgeMin: seeks[0],
  seeksAgeMax: seeks[1],
})
const rest = { interests: [], intent: null, quiz: '', cellX: null, cellY: null, completeness: 0 }
const waits = (of: PairingCriteria | null, languages: readonly string[]): Waiting => ({
  ticket: '',
  member: '',
  since: 0,
  isFirst: false,
  languages,
  topics: [],
  slot: null,
  token: '',
  past: [],
  profile: of && { ...of, ...rest },
})
const five = <Item>(make: () => Item) => Array.from({ length: 5 }, make)
const ended = (waitedMs: number, met: PairingCriteria | null) => ({ endedAt: now - 1, waitedMs, language: 'en', met })

test('only those who could suit the reader are counted, both ways, in a language that they would talk', () => {
  const reader = kind(woman, man, 2000, [25, 40])
  const suits = () => waits(kind(man, woman, 1998), ['en', 'de'])
  const others = [
    waits(kind(woman, woman, 1998), ['en']),
    waits(kind(man, man, 1998), ['en']),
    waits(kind(man, woman, 1980), ['en']),
    waits(kind(man, woman, 1998, [40, 60]), ['en']),
    waits(kind(man, woman, 1998), ['fr']),
  ]
  const ask = (waiting: readonly Waiting[], language = 'en') =>
    figuresOf({ waiting, waits: [] }, { language, reader, now }).people
  expect(ask([...five(suits), ...others])).toBe(5)
  expect(ask([...five(suits), ...others], 'fr')).toBeNull()
  expect(ask([...five(suits).slice(1), ...others]), 'told from five on').toBeNull()
})

test('the median is of waits that ended with someone who could suit the reader', () => {
  // Many women and few men: women wait long for a man, men do not wait for a woman.
  const [she, he] = [kind(woman, man, 2000), kind(man, woman, 2000)]
  const pairs = five(() => [ended(60_000, he), ended(1_000, she)]).flat()
  const median = (reader: PairingCriteria, of = pairs) =>
    figuresOf({ waiting: [], waits: of }, { language: 'en', reader, now }).medianWaitMs
  expect(median(she)).toBe(60_000)
  expect(median(he)).toBe(1_000)
  expect(median(kind(woman, woman, 2000))).toBeNull()
  expect(median(she, pairs.slice(2)), 'told from five on').toBeNull()
})

test('in an anonymous chat everyone could suit everyone', () => {
  const known = { waiting: five(() => waits(null, ['en'])), waits: five(() => ended(4_000, null)) }
  expect(figuresOf(known, { language: 'en', now })).toEqual({ language: 'en', people: 5, medianWaitMs: 4_000 })
})

describe('the usual wait', () => {
  const waited = (...seconds: number[]) => seconds.map((each) => ({ endedAt: now - 60_000, waitedMs: each * 1000 }))

  test('is the median, between the middle two of an even number', () => {
    expect(medianWait(waited(9, 1, 30, 4, 5), now)).toBe(5000)
    expect(medianWait(waited(9, 1, 30, 4, 6, 8), now)).toBe(7000)
  })

  test('is no more exact than a second', () => {
    expect(medianWait(waited(1, 2, 3.499, 4, 5), now)).toBe(3000)
    expect(medianWait(waited(1, 2, 3.5, 4, 5), now)).toBe(4000)
  })

  test('is not given by fewer than five waits', () => {
    expect(medianWait([], now)).toBeNull()
    expect(medianWait(waited(1, 2, 3, 4), now)).toBeNull()
  })

  test('counts those alone that ended within the last hour', () => {
    const recent = waited(1, 2, 3, 4)
    expect(medianWait([...recent, { endedAt: now - 3_600_000, waitedMs: 90_000 }], now)).toBeNull()
    expect(medianWait([...recent, { endedAt: now - 3_600_000 + 1, waitedMs: 90_000 }], now)).toBe(3000)
    expect(medianWait([...recent, { endedAt: now + 1, waitedMs: 90_000 }], now)).toBeNull()
  })
})
