import { describe, expect, test } from 'vitest'
import { defaultView, windowSize, type NearbyView } from '#features/nearby/contract.ts'
import type { AreaQuery, AreaRow, Seeker } from '#features/nearby/server/areas/contract.ts'
import { mulberry32 } from '#seed/demo/random.ts'
import { areaRow } from '#test/support/fixtures/area-row.ts'
import { Candidates } from './candidates.ts'
import { findIn } from './find.ts'

const now = Date.UTC(2026, 10, 30, 12)
const minute = 60_000

const row = (changes: Partial<AreaRow> & { id: string }): AreaRow => ({
  ...areaRow,
  activeAt: now - minute,
  showsOnline: 1,
  ...changes,
})

const seeker: Seeker = {
  id: 'viewer',
  genderMask: 4,
  seeksMask: 7,
  birthDate: '1990-05-04',
  seeksAgeMin: 18,
  seeksAgeMax: 99,
  cellX: 4000,
  cellY: 3000,
  intent: null,
  interests: [],
  languages: ['en'],
  quiz: '',
  hasPremium: false,
}

type Asked = Partial<Omit<AreaQuery, 'view' | 'seeker'>> & { view?: Partial<NearbyView>; seeker?: Partial<Seeker> }

const queryOf = ({ view, seeker: own, ...rest }: Asked = {}): AreaQuery => ({
  seeker: { ...seeker, ...own },
  view: { ...defaultView, ...view },
  from: null,
  to: null,
  likers: [],
  at: now,
  now,
  ...rest,
})

function areaOf(...rows: AreaRow[]): Candidates {
  const candidates = new Candidates()
  candidates.load(rows)
  return candidates
}

const idsIn = (candidates: Candidates, asked: Asked = {}) => findIn(candidates, queryOf(asked)).found.map(({ id }) => id)

describe('the candidates of an area', () => {
  test('come by last activity, the latest first, those of one time by id', () => {
    const area = areaOf(row({ id: 'b' }), row({ id: 'c', activeAt: now - 3 * minute }), row({ id: 'a' }))
    area.upsert(row({ id: 'd', activeAt: now - 2 * minute }))
    expect(idsIn(area)).toEqual(['b', 'a', 'd', 'c'])
  })

  test('begin behind one key and end at another', () => {
    const area = areaOf(...'abcdef'.split('').map((id, index) => row({ id, activeAt: now - index * minute })))
    const keyOf = (id: string, index: number) => ({ id, activeAt: now - index * minute })
    expect(idsIn(area, { from: keyOf('b', 1), to: keyOf('d', 3) })).toEqual(['c', 'd'])
    expect(idsIn(area, { at: now - 1 })).toEqual(['b', 'c', 'd', 'e', 'f'])
  })

  test('move by an activity, forwards only, and leave', () => {
    const area = areaOf(row({ id: 'a', activeAt: now - 9 * minute }), row({ id: 'b' }))
    expect(area.touch('a', now)).toBe(true)
    expect(area.touch('b', now - 5 * minute)).toBe(false)
    expect(area.touch('nobody', now)).toBe(false)
    expect(idsIn(area)).toEqual(['a', 'b'])
    area.remove('a')
    area.remove('nobody')
    expect([idsIn(area), area.size]).toEqual([['b'], 1])
    area.upsert(row({ id: 'c', activeAt: now }))
    expect(idsIn(area)).toEqual(['c', 'b'])
  })

  test('fit in gender and age, each the other', () => {
    const area = areaOf(
      row({ id: 'fits', genderMask: 2, seeksMask: 4 }),
      row({ id: 'other gender' }),
      row({ id: 'seeks others', genderMask: 2, seeksMask: 3 }),
      row({ id: 'too young', genderMask: 2, birthDate: '2001-12-01' }),
      row({ id: 'too old', genderMask: 2, birthDate: '1985-11-30' }),
      row({ id: 'seeks older', genderMask: 2, seeksAgeMin: 37 }),
      row({ id: 'viewer', genderMask: 2 }),
    )
    expect(idsIn(area, { seeker: { seeksMask: 2, seeksAgeMin: 25, seeksAgeMax: 40 } })).toEqual(['fits'])
  })

  test('have their birthday on the day', () => {
    const area = areaOf(row({ id: 'just 25', birthDate: '2001-11-30' }), row({ id: 'still 24', birthDate: '2001-12-01' }))
    expect(idsIn(area, { view: { ageMin: 25 } })).toEqual(['just 25'])
    expect(idsIn(area, { view: { ageMax: 24 } })).toEqual(['still 24'])
  })

  test('pass the filters by what they show to everyone', () => {
    const area = areaOf(
      row({ id: 'shown', intent: 'dating', verified: 1, hasPhoto: 1 }),
      row({ id: 'hidden', intent: 'dating', visibility: '{"intent":"matches"}' }),
      row({ id: 'long ago', intent: 'open', activeAt: now - 6 * minute }),
      row({ id: 'hides', showsOnline: 0 }),
    )
    expect(idsIn(area, { view: { intents: ['dating', 'open'] } })).toEqual(['shown', 'long ago'])
    expect(idsIn(area, { view: { online: true } })).toEqual(['shown', 'hidden'])
    expect(idsIn(area, { view: { verified: true } })).toEqual(['shown'])
    expect(idsIn(area, { view: { photo: true } })).toEqual(['shown'])
    expect(idsIn(area, { view: { genders: ['man'] } })).toEqual([])
  })

  test('pass the filters of premium, which do nothing without it', () => {
    const tall = row({ id: 'tall', heightCm: 190, kids: 'none', interests: '["yoga"]' })
    const area = areaOf(tall, row({ id: 'says nothing', activeAt: now - 2 * minute }))
    const view = { premium: { heightMin: '180' } }
    expect(idsIn(area, { view })).toEqual(['tall', 'says nothing'])
    const seekerWith = { hasPremium: true }
    expect(idsIn(area, { view, seeker: seekerWith })).toEqual(['tall'])
    expect(idsIn(area, { view: { premium: { heightMax: '180' } }, seeker: seekerWith })).toEqual([])
    expect(idsIn(area, { view: { premium: { interest: 'art,yoga' } }, seeker: seekerWith })).toEqual(['tall'])
    // Children are shown to matches alone until a member chooses.
    expect(idsIn(area, { view: { premium: { kids: 'none' } }, seeker: seekerWith })).toEqual([])
    area.upsert({ ...tall, visibility: '{"kids":"everyone"}' })
    expect(idsIn(area, { view: { premium: { kids: 'none' } }, seeker: seekerWith })).toEqual(['tall'])
  })

  test('speak a language of the viewer, as far as everyone sees it', () => {
    const { languages: _languages, hasPromptAnswers: _hasPromptAnswers, ...ofEarlierBuild } = row({ id: 'of an earlier build' })
    const area = areaOf(
      row({ id: 'speaks both', languages: '["de","uk"]' }),
      row({ id: 'speaks one', languages: '["fr","de"]', activeAt: now - 2 * minute }),
      row({ id: 'speaks another', languages: '["fr"]' }),
      row({ id: 'says nothing' }),
      row({ id: 'shows matches', languages: '["de"]', visibility: '{"languages":"matches"}' }),
      row({ id: 'shows nobody', languages: '["de"]', visibility: '{"languages":"me"}' }),
      row({ id: 'speaks what is no choice any more', languages: '["xx"]' }),
      ofEarlierBuild,
    )
    const view = { speaks: 'en' } as const
    expect(idsIn(area, { view, seeker: { languages: ['uk', 'de', 'xx'] } })).toEqual(['speaks both', 'speaks one'])
    expect(idsIn(area, { view, seeker: { languages: ['xx'] } })).toEqual([])
    expect(idsIn(area, { seeker: { languages: ['de'] } })).toHaveLength(8)
    area.upsert(row({ id: 'speaks one', languages: '["fr"]', activeAt: now - 2 * minute }))
    expect(idsIn(area, { view, seeker: { languages: ['uk', 'de'] } })).toEqual(['speaks both'])
  })

  test('rank five points higher with a language in common, unless they hide it', () => {
    const area = areaOf(
      row({ id: 'a', languages: '["de"]' }),
      row({ id: 'b', languages: '["fr"]' }),
      row({ id: 'c', languages: '["de"]', visibility: '{"languages":"me"}' }),
    )
    const ranks = findIn(area, queryOf({ seeker: { languages: ['de', 'it'] } })).found
    const [b, c] = ['b', 'c'].map((id) => ranks.find((person) => person.id === id)?.rank)
    expect(ranks.find(({ id }) => id === 'a')?.rank).toBe((b ?? 0) + 5)
    expect(c).toBe(b)
  })

  test('are within the distance of their cells', () => {
    const area = areaOf(row({ id: 'here' }), row({ id: 'far', cellX: 4006 }))
    expect(idsIn(area, { view: { within: 10 } })).toEqual(['here'])
    expect(idsIn(area, { view: { within: 50 } })).toEqual(['here', 'far'])
    expect(idsIn(area, { view: { within: 50 }, seeker: { cellX: null } })).toEqual([])
  })

  test('are boosted while a boost runs, those that end first, with whether they fit', () => {
    const area = areaOf(
      row({ id: 'a', boosts: JSON.stringify([['later', now, now + 2 * minute]]) }),
      row({ id: 'b', boosts: JSON.stringify([['sooner', now - minute, now + minute]]), seeksMask: 1 }),
      row({ id: 'c', boosts: JSON.stringify([['over', now - minute, now]]) }),
      row({ id: 'd', boosts: JSON.stringify([['to come', now + 1, now + minute]]) }),
    )
    const { boosted } = findIn(area, queryOf())
    expect(boosted.map(({ boostId, fits }) => [boostId, fits])).toEqual([
      ['sooner', false],
      ['later', true],
    ])
    expect(findIn(area, queryOf({ view: { order: 'neutral' } })).boosted).toEqual([])
    area.upsert(row({ id: 'a' }))
    expect(findIn(area, queryOf()).boosted).toHaveLength(1)
    // A boost that comes or goes afterwards counts as well.
    area.upsert(row({ id: 'e', boosts: JSON.stringify([['new', now, now + minute / 2]]) }))
    expect(findIn(area, queryOf()).boosted[0]?.boostId).toBe('new')
    area.upsert(row({ id: 'e' }))
    expect(findIn(area, queryOf()).boosted.map(({ boostId }) => boostId)).not.toContain('new')
  })

  test('are at most a window, whatever happened to them before', () => {
    const random = mulberry32(20_261_130)
    const below = (limit: number) => Math.floor(random() * limit)
    const known = new Map<string, AreaRow>()
    const area = new Candidates()
    for (let step = 0; step < 4000; step++) {
      const id = `${below(500)}`
      const activeAt = now - below(300) * minute
      const before = known.get(id)
      if (random() < 0.2) {
        known.delete(id)
        area.remove(id)
      } else if (before && random() < 0.5) {
        if (area.touch(id, activeAt)) known.set(id, { ...before, activeAt })
      } else {
        const next = row({ id, activeAt, verified: random() < 0.5 ? 1 : 0 })
        known.set(id, next)
        area.upsert(next)
      }
    }
    const verified = [...known.values()].filter((one) => one.verified === 1)
    const ids = verified.sort((a, b) => b.activeAt - a.activeAt || (a.id < b.id ? 1 : -1)).map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(100)
    expect(idsIn(area, { view: { verified: true } })).toEqual(ids.slice(0, windowSize))
    expect(area.size).toBe(known.size)
  })
})
