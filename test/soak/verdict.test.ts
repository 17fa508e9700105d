import { expect, it } from 'vitest'
import { growthOf, type Sample } from './usage.ts'
import { groupsOf } from './options.ts'
import { drawUsage } from './picture.ts'
import { encounterCounts, ledgerCounts, listBroken, talkCounts, type SoakReport } from './verdict.ts'

const zeros = (counts: object) => Object.fromEntries(Object.keys(counts).map((name) => [name, 0]))
const good = {
  talks: { ...zeros(talkCounts), acknowledged: 9, quietMs: 10, unrest: [], presence: { afterCloseMs: 100, goodbyeMs: 100 } },
  encounters: { ...zeros(encounterCounts), acknowledged: 9, quietMs: 10, unrest: [] },
  areas: { pages: 9, wronglyShown: [], unanswered: 0, wholeMs: 5 },
  ledger: { ...zeros(ledgerCounts), bought: 3, sent: 3 },
  growth: 0.02,
} as unknown as SoakReport

it('a run without a fault has nothing to list', () => {
  expect(listBroken(good)).toEqual([])
  expect(listBroken({ ...good, growth: null })).toEqual([])
})

it.each([
  ['talks', talkCounts],
  ['encounters', encounterCounts],
  ['ledger', ledgerCounts],
] as const)('each count of %s that is not 0 is listed', (group, counts) => {
  for (const name of Object.keys(counts))
    expect(listBroken({ ...good, [group]: { ...good[group], [name]: 2 } })).toEqual([`${group}: ${name} 2`])
})

it('a run that never came to rest, a page that was wrong or missing, and memory that grew are listed', () => {
  expect(listBroken({ ...good, talks: { ...good.talks, quietMs: null, unrest: ['2 messages wait'] } })).toEqual([
    'talks: not at rest (2 messages wait)',
  ])
  expect(listBroken({ ...good, talks: { ...good.talks, presence: null } })).toHaveLength(1)
  expect(listBroken({ ...good, areas: { ...good.areas, wronglyShown: ['a b'] } })).toEqual(['areas: wronglyShown 1'])
  expect(listBroken({ ...good, areas: { ...good.areas, unanswered: 1, wholeMs: null } })).toHaveLength(2)
  expect(listBroken({ ...good, ledger: { ...good.ledger, sent: 0 } })).toEqual(['ledger: nothing was done'])
  expect(listBroken({ ...good, growth: 0.101 })).toEqual(['memory: grew by 10.1 %'])
})

/** Every two seconds; `bytes` by the time in minutes. */
const samplesOf = (minutes: number, bytes: (minute: number) => number): Sample[] =>
  Array.from({ length: minutes * 30 }, (_, index) => ({ atMs: (index + 1) * 2_000, bytes: bytes((index + 1) / 30), cores: 0.5 }))

it('growth compares the last minute with the sixth, whatever happened before, and is not judged in a short run', () => {
  expect(growthOf(samplesOf(6, () => 100))).toBeNull()
  expect(growthOf(samplesOf(30, (minute) => (minute < 5 ? minute : 100)))).toBe(0)
  expect(growthOf(samplesOf(30, (minute) => 100 + Math.max(0, minute - 5)))).toBeCloseTo(0.24, 2)
  expect(growthOf(samplesOf(30, (minute) => (minute > 29.9 ? 500 : 100))), 'one peak').toBe(0)
})

it('everyone is in one group, and a small run has all groups', () => {
  const sum = ({ talkers, strangers, neighbours, givers }: ReturnType<typeof groupsOf>) =>
    talkers + strangers + neighbours + givers
  for (const members of [60, 120, 500]) {
    expect(sum(groupsOf(members))).toBe(members)
    expect(groupsOf(members).givers % 2).toBe(0)
  }
  expect(groupsOf(60)).toEqual({ strangers: 18, neighbours: 8, givers: 4, talkers: 30 })
})

it('the picture has both lines, and a title that cannot break it', () => {
  const drawn = drawUsage(
    samplesOf(2, () => 150_000_000),
    'a < b & c',
  )
  expect(drawn.match(/<polyline/g)).toHaveLength(2)
  expect(drawn).toContain('a &lt; b &amp; c')
  expect(drawn).not.toContain('NaN')
})
