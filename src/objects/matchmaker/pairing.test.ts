import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sharedTopics } from '#test/support/fixtures/pairing-oracle.ts'
import {
  anonymousPool,
  choosePairs,
  nextWakeAt,
  queueOf,
  widenAfterMs,
  type AnonymousCandidate,
  type IsForbidden,
  type Pair,
} from './pairing.ts'

const now = Date.UTC(2026, 10, 20, 19)
const second = 1000

/** A candidate of the member `name` who has waited for ten seconds and chose no topic, unless `own` says otherwise. */
function waits(name: string, own: Partial<AnonymousCandidate> = {}): AnonymousCandidate {
  const since = now - 10 * second
  const wait = { ticket: `ticket-${name}`, member: name, since, isFirst: false, token: `token-${name}` }
  return { ...wait, languages: ['en'], past: [], topics: [], ...own }
}
const since = (seconds: number) => ({ since: now - seconds * second })

const allowAll: IsForbidden = () => false
const membersOf = (pairs: readonly Pair<AnonymousCandidate>[]) => pairs.map(([one, other]) => `${one.member}+${other.member}`)
const pairUp = (waiting: readonly AnonymousCandidate[], isForbidden = allowAll, at = now) =>
  membersOf(choosePairs(anonymousPool, waiting, at, isForbidden))

describe('the queue', () => {
  test('is in the order of the waits, and who is first stands before them all', () => {
    const waiting = [waits('late', since(1)), waits('early', since(50)), waits('odd', { ...since(5), isFirst: true })]
    expect(queueOf(waiting).map(({ member }) => member)).toEqual(['odd', 'early', 'late'])
  })

  test('orders equal waits by ticket, however they came in', () => {
    const waiting = [waits('b'), waits('a'), waits('c')]
    expect(queueOf(waiting).map(({ member }) => member)).toEqual(['a', 'b', 'c'])
    expect(queueOf(waiting.toReversed())).toEqual(queueOf(waiting))
  })

  test('keeps the newer ticket of a member with two, and of equally new ones the one that came last', () => {
    const old = waits('anna', { ticket: 'old', ...since(30) })
    const newer = waits('anna', { ticket: 'new', ...since(5) })
    expect(queueOf([newer, old])).toEqual([newer])
    expect(queueOf([old, { ...old, ticket: 'a' }]).map(({ ticket }) => ticket)).toEqual(['a'])
  })
})

describe('a round', () => {
  test('has no pairs for an empty queue, nor for a queue of one', () => {
    expect(pairUp([])).toEqual([])
    expect(pairUp([waits('anna')])).toEqual([])
  })

  test('never pairs a member with oneself, however many tickets they have', () => {
    expect(pairUp([waits('anna', { ticket: '1' }), waits('anna', { ticket: '2' })])).toEqual([])
    const [pair] = choosePairs(
      anonymousPool,
      [waits('anna', { ticket: '1', ...since(30) }), waits('anna', { ticket: '2', ...since(3) }), waits('ben')],
      now,
      allowAll,
    )
    expect(pair?.map(({ ticket }) => ticket)).toEqual(['ticket-ben', '2'])
  })

  test('leaves the one at the end of the queue over when the number is odd', () => {
    expect(pairUp([waits('c', since(10)), waits('a', since(30)), waits('b', since(20))])).toEqual(['a+b'])
  })

  test('gives the one who has waited longest the best partner first', () => {
    const both = ['art', 'tea']
    const waiting = [waits('second', { ...since(40), topics: both }), waits('best', { topics: both }), waits('other')]
    expect(pairUp([...waiting, waits('longest', { ...since(50), topics: both })])).toEqual(['longest+second', 'best+other'])
    expect(pairUp([...waiting, waits('shorter', { ...since(30), topics: both })])).toEqual(['second+shorter', 'best+other'])
  })

  test('gives the odd one of the last round a turn before those who have waited longer', () => {
    const waiting = [waits('longest', { ...since(50), topics: ['art'] }), waits('partner', { ...since(20), topics: ['art'] })]
    const odd = waits('odd', { ...since(1), topics: ['art'], isFirst: true })
    expect(pairUp([...waiting, odd])).toEqual(['odd+longest'])
  })

  test('never pairs those whom a block keeps apart, whichever of them it names', () => {
    const waiting = [waits('anna'), waits('ben')]
    expect(pairUp(waiting, (one, other) => one === 'anna' && other === 'ben')).toEqual([])
    expect(pairUp(waiting, (one, other) => one === 'ben' && other === 'anna')).toEqual([])
  })

  test('never pairs those who have met, whichever of them remembers it', () => {
    expect(pairUp([waits('anna', { past: ['token-ben'] }), waits('ben')])).toEqual([])
    expect(pairUp([waits('anna'), waits('ben', { past: ['token-carl', 'token-anna'] })])).toEqual([])
    expect(pairUp([waits('anna', { past: ['token-carl'] }), waits('ben', { past: ['token-anna'] }), waits('dora')])).toEqual([
      'anna+dora',
    ])
  })

  test('never pairs those who met before the secret was rotated', () => {
    const [anna, ben] = [waits('anna', { past: ['old-ben'] }), waits('ben', { formerToken: 'old-ben' })]
    expect([pairUp([anna, ben]), pairUp([ben, anna])]).toEqual([[], []])
  })

  test('compares no more than the pool allows, but finds the only allowed partner behind them', () => {
    const pool = { ...anonymousPool, comparedAtMost: 2 }
    const waiting = ['a', 'b', 'c', 'd'].map((name) => waits(name, { topics: ['art'] }))
    const best = waits('z', { topics: ['art', 'tea'] })
    const seeker = waits('seeker', { ...since(30), topics: ['art', 'tea'] })
    const all = [seeker, ...waiting, best]
    expect(membersOf(choosePairs(pool, all, now, allowAll))[0]).toBe('seeker+a')
    expect(membersOf(choosePairs(pool, all, now, (_, other) => 'abcd'.includes(other)))[0]).toBe('seeker+z')
  })
})

describe('anonymous partners', () => {
  test('share a topic within the first minute', () => {
    const [art, tea] = [waits('art', { topics: ['art'] }), waits('tea', { topics: ['tea'] })]
    expect(pairUp([art, tea])).toEqual([])
    expect(pairUp([art, tea, waits('both', { topics: ['tea', 'music'] })])).toEqual(['both+tea'])
  })

  test('are anyone for who chose no topic, and who chose none is anyone’s', () => {
    expect(pairUp([waits('art', { topics: ['art'] }), waits('open')])).toEqual(['art+open'])
    expect(pairUp([waits('open', since(20)), waits('art', { topics: ['art'] })])).toEqual(['open+art'])
  })

  test('share as many topics as can be, and of equally many the longest wait counts', () => {
    const seeker = waits('seeker', { ...since(50), topics: ['art', 'tea', 'music'] })
    const others = [
      waits('none', since(45)),
      waits('one', { ...since(40), topics: ['art'] }),
      waits('two', { ...since(20), topics: ['tea', 'art', 'film'] }),
      waits('two-later', { ...since(10), topics: ['tea', 'art'] }),
    ]
    expect(pairUp([seeker, ...others])[0]).toBe('seeker+two')
  })

  test('may be anyone once either has waited for 60 seconds, not a millisecond sooner', () => {
    const fresh = waits('fresh', { since: now, topics: ['tea'] })
    const almost = waits('waited', { since: now - widenAfterMs + 1, topics: ['art'] })
    const waited = { ...almost, since: now - widenAfterMs }
    expect(pairUp([almost, fresh])).toEqual([])
    expect(pairUp([waited, fresh])).toEqual(['waited+fresh'])
  })

  test('still share topics after a minute where somebody does', () => {
    const waited = waits('waited', { ...since(90), topics: ['art'] })
    expect(pairUp([waited, waits('tea', { ...since(80), topics: ['tea'] }), waits('art', { topics: ['art'] })])).toEqual([
      'waited+art',
    ])
  })

  test('count a topic that was named twice once', () => {
    const seeker = waits('seeker', { ...since(30), topics: ['art', 'tea'] })
    const twice = waits('twice', { ...since(20), topics: ['art', 'art', 'art'] })
    expect(pairUp([seeker, twice, waits('two', { topics: ['art', 'tea'] })])).toEqual(['seeker+two'])
  })
})

/** Few members, topics and tokens, so that they often collide. */
const anyCandidate = fc.record({
  ticket: fc.string({ minLength: 6, maxLength: 8 }),
  number: fc.integer({ min: 0, max: 30 }),
  since: fc.integer({ min: -100, max: 5 }).map((seconds) => now + seconds * second),
  isFirst: fc.boolean(),
  past: fc.array(
    fc.integer({ min: 0, max: 30 }).map((number) => `token-${number}`),
    { maxLength: 5 },
  ),
  topics: fc.uniqueArray(fc.constantFrom('art', 'tea', 'music', 'film', 'travel'), { maxLength: 3 }),
  languages: fc.uniqueArray(fc.constantFrom('en', 'uk', 'de', 'fr'), { minLength: 1, maxLength: 3 }),
})
const anyWaiting = fc.array(
  anyCandidate.map(({ number, ...rest }): AnonymousCandidate => ({ ...rest, member: `${number}`, token: `token-${number}` })),
  { maxLength: 40 },
)
const anyBlocks = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 30 })), { maxLength: 30 })

describe('languages', () => {
  test('must have one in common, however long they wait', () => {
    const waiting = [waits('a', { languages: ['en', 'de'], ...since(300) }), waits('b', { languages: ['uk'], ...since(200) })]
    expect(pairUp(waiting)).toEqual([])
    expect(pairUp([...waiting, waits('c', { languages: ['uk', 'en'] })])).toEqual(['a+c'])
  })

  test('decide between partners who are as good otherwise: the better one first, not the longer wait', () => {
    const worse = waits('worse', { languages: ['fr', 'en'], ...since(40) })
    const better = waits('better', { languages: ['en'], ...since(20) })
    expect(pairUp([waits('a', { languages: ['en', 'fr'], ...since(50) }), worse, better])).toEqual(['a+better'])
  })

  test('come after topics', () => {
    const worse = waits('worse', { languages: ['fr', 'en'], topics: ['tea'] })
    const better = waits('better', { languages: ['en'], topics: ['art'] })
    const seeker = waits('a', { languages: ['en', 'fr'], topics: ['tea'], ...since(50) })
    expect(pairUp([seeker, better, worse])).toEqual(['a+worse'])
  })

  test('stay different when there are more of them than a mask has bits', () => {
    const many = Array.from({ length: 70 }, (_, index) => waits(`${index}`, { languages: [`language-${index}`] }))
    expect(pairUp(many)).toEqual([])
    expect(pairUp([...many, waits('last', { languages: ['language-69'] })])).toEqual(['69+last'])
  })
})

describe('whoever waits', () => {
  test('every pair is allowed, each ticket is used once, turn by turn with the best who is left, and no pair is left over', () => {
    fc.assert(
      fc.property(anyWaiting, anyBlocks, (waiting, blocks) => {
        const isForbidden = (one: string, other: string) => blocks.some(([a, b]) => `${a}` === one && `${b}` === other)
        const shared = (one: AnonymousCandidate, other: AnonymousCandidate) => sharedTopics(one, other, now, isForbidden)
        const pairs = choosePairs(anonymousPool, waiting, now, isForbidden)
        let left = queueOf(waiting)
        for (const [seeker, partner] of pairs) {
          // Those before the seeker had their turns: nobody was left for them.
          const before = left.slice(0, left.indexOf(seeker))
          expect(before.flatMap((one) => left.filter((other) => shared(one, other) !== null))).toEqual([])
          const scores = left.map((other) => shared(seeker, other) ?? -1)
          expect(left.indexOf(partner)).toBe(scores.indexOf(Math.max(...scores)))
          left = left.filter((other) => other !== seeker && other !== partner)
        }
        expect(left.flatMap((one) => left.filter((other) => shared(one, other) !== null))).toEqual([])
      }),
      { seed: 20_261_120, numRuns: 500 },
    )
  })

  test('the order in which they are handed over decides nothing', () => {
    fc.assert(
      fc.property(anyWaiting, (waiting) => {
        const distinct = [...new Map(waiting.map((candidate) => [candidate.member, candidate])).values()]
        expect(pairUp(distinct.toReversed())).toEqual(pairUp(distinct))
      }),
      { seed: 20_261_120, numRuns: 200 },
    )
  })
})

describe('the next wake-up', () => {
  test('is when the next wait reaches 60 seconds', () => {
    const waiting = [waits('a', { ...since(10), topics: ['art'] }), waits('b', { ...since(40), topics: ['tea'] })]
    expect(nextWakeAt(waiting, now)).toBe(now + 20 * second)
  })

  test('passes over waits that are wide already, by time or for want of topics', () => {
    expect(nextWakeAt([waits('a', { ...since(60), topics: ['art'] }), waits('b')], now)).toBeNull()
    expect(nextWakeAt([], now)).toBeNull()
  })

  test('finds the pair that it was made for', () => {
    const waiting = [waits('a', { ...since(10), topics: ['art'] }), waits('b', { ...since(40), topics: ['tea'] })]
    const at = nextWakeAt(waiting, now) ?? now
    expect(pairUp(waiting, allowAll, at - 1)).toEqual([])
    expect(pairUp(waiting, allowAll, at)).toEqual(['b+a'])
  })
})
