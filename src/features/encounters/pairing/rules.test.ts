import { describe, expect, test } from 'vitest'
import { lobbyOpensAt, preselectedLanguages, shardOf, shownPeople } from './rules.ts'

const at = (iso: string) => Date.parse(iso)
const minute = 60_000
const now = at('2026-11-20T12:00:00Z')

test('who waits is counted for all to see from five people on', () => {
  expect([0, 1, 4, 5, 12].map(shownPeople)).toEqual([null, null, null, 5, 12])
})

describe('preselected languages', () => {
  test('are the last choice, whatever the member speaks', () => {
    expect(preselectedLanguages({ last: ['fr', 'en'], spoken: ['uk'] }, 'de')).toEqual(['fr', 'en'])
  })

  test('are else up to three that the member speaks and pages exist in, the page’s first', () => {
    expect(preselectedLanguages({ last: null, spoken: ['it', 'uk', 'de'] }, 'de')).toEqual(['de', 'uk'])
    expect(preselectedLanguages({ last: null, spoken: ['pl', 'cs', 'fr', 'en'] }, 'en-us')).toEqual(['en', 'pl', 'cs'])
    expect(preselectedLanguages({ last: null, spoken: ['uk', 'pl'] }, 'de')).toEqual(['uk', 'pl'])
  })

  test('are else the page’s', () => {
    expect(preselectedLanguages({ last: null, spoken: ['it'] }, 'en-us')).toEqual(['en'])
    expect(preselectedLanguages({ last: null, spoken: [] }, 'tr')).toEqual(['tr'])
  })
})

describe('the shard of a member', () => {
  const members = Array.from({ length: 6_000 }, (_, index) => `member-${index}`)

  test('is one of as many as there are, and the same every time', () => {
    for (const shards of [1, 2, 3, 7]) {
      const used = members.map((member) => shardOf(member, shards))
      expect([...new Set(used)].toSorted()).toEqual(Array.from({ length: shards }, (_, shard) => shard))
      expect(members.map((member) => shardOf(member, shards))).toEqual(used)
    }
  })

  test('has about as many members as each other one', () => {
    const counts = Map.groupBy(members, (member) => shardOf(member, 3))
    for (const [, { length }] of counts) expect(Math.abs(length - 2_000)).toBeLessThan(200)
  })
})

test('the lobby of a slot opens five minutes before', () => {
  expect(now - lobbyOpensAt(now)).toBe(5 * minute)
})
