import { describe, expect, test } from 'vitest'
import { mulberry32 } from '#seed/demo/random.ts'
import { addFaults, findFaults, noFaults, sharedTopics, type Oracle } from '#test/support/fixtures/pairing-oracle.ts'
import { anonymousPool, choosePairs, queueOf, widenAfterMs, type AnonymousCandidate, type Pair } from './pairing.ts'

const second = 1000
const memberCount = 1000
const seed = 20_261_120
const startsAt = Date.UTC(2026, 10, 20, 18)

/** In one second, of one member or pair. */
const chances = { join: 0.008, leave: 0.002, secondTab: 0.005, block: 0.1, next: 0.4, noShow: 0.05 }
/** So far off, either way, are the clocks of those who ask for a round. */
const skewMs = 1500

type Talk = { pair: Pair<AnonymousCandidate>; endsAt: number }
/** A wait that ended in a pair. `position`: how many stood before it when it began. */
type EndedWait = { position: number; waitedMs: number }

/** The best partner of all for the first in the queue; of equally good ones, the earliest. */
function bestOfFirst([first, ...others]: readonly AnonymousCandidate[], scoreOf: Oracle<AnonymousCandidate>) {
  const scores = others.map((other) => (first ? (scoreOf(first, other) ?? -1) : -1))
  const best = Math.max(...scores)
  return best === -1 ? undefined : others[scores.indexOf(best)]
}

/** An evening of anonymous chats, second by second; the same one for the same seed. */
class AnonymousEvening {
  readonly faults = { ...noFaults, notFirstsBest: 0 }
  readonly counts = { pairings: 0, secondTabs: 0, leaves: 0, noShows: 0, blocks: 0 }
  readonly endedWaits: EndedWait[] = []
  longestQueue = 0
  private readonly random
  private readonly away = new Set(Array.from({ length: memberCount }, (_, index) => `${index}`))
  private readonly pasts = new Map<string, string[]>()
  private readonly blocks = new Set<string>()
  private readonly positions = new Map<string, number>()
  private waiting: AnonymousCandidate[] = []
  private talks: Talk[] = []
  private clock = startsAt

  constructor(seed: number) {
    this.random = mulberry32(seed)
  }

  /** The longest wait (ms) of those who have no partner yet. */
  longestWaitNow(): number {
    return Math.max(0, ...this.waiting.map(({ since }) => this.clock - since))
  }

  passSecond(): void {
    this.clock += second
    this.endTalks()
    for (const member of this.away) if (this.happens(chances.join)) this.join(member)
    for (const member of this.waiting.map((candidate) => candidate.member)) {
      if (this.happens(chances.leave)) this.leave(member)
      else if (this.happens(chances.secondTab)) this.openSecondTab(member)
    }
    this.pairUp(this.clock + this.below(2 * skewMs + 1) - skewMs)
  }

  private pairUp(now: number): void {
    const isForbidden = (one: string, other: string) => this.blocks.has(`${one} ${other}`)
    const pairs = choosePairs(anonymousPool, this.waiting, now, isForbidden)
    const scoreOf: Oracle<AnonymousCandidate> = (one, other) => sharedTopics(one, other, now, isForbidden)
    const queue = queueOf(this.waiting)
    addFaults(this.faults, findFaults(this.waiting, pairs, scoreOf))
    this.faults.notFirstsBest += Number(bestOfFirst(queue, scoreOf) !== pairs.find(([seeker]) => seeker === queue[0])?.[1])
    this.longestQueue = Math.max(this.longestQueue, queue.length)
    const paired = new Set(pairs.flat())
    this.waiting = queue.filter((candidate) => !paired.has(candidate))
    for (const pair of pairs) this.begin(pair)
  }

  private begin(pair: Pair<AnonymousCandidate>): void {
    this.counts.pairings++
    const [one, other] = pair
    this.remember(one, other)
    this.remember(other, one)
    if (this.happens(chances.noShow)) {
      this.counts.noShows++
      this.away.add(other.member)
      this.waiting.push({ ...one, isFirst: true, past: this.pasts.get(one.member) ?? [] })
      return
    }
    this.talks.push({ pair, endsAt: this.clock + (20 + this.below(160)) * second })
    for (const { ticket, since } of pair) {
      this.endedWaits.push({ position: this.positions.get(ticket) ?? 0, waitedMs: this.clock - since })
    }
  }

  private endTalks(): void {
    const ended = this.talks.filter(({ endsAt }) => endsAt <= this.clock)
    this.talks = this.talks.filter(({ endsAt }) => endsAt > this.clock)
    for (const { pair } of ended) {
      if (this.happens(chances.block)) this.block(pair)
      for (const { member } of pair) {
        if (this.happens(chances.next)) this.join(member)
        else this.away.add(member)
      }
    }
  }

  /** Most choose topics, and from so many that they seldom share one. */
  private join(member: string): void {
    const ticket = `ticket-${this.positions.size}`
    this.positions.set(ticket, queueOf(this.waiting).length)
    const topics = Array.from({ length: this.happens(0.02) ? 0 : 1 + this.below(3) }, () => `topic-${this.below(400)}`)
    const past = this.pasts.get(member) ?? []
    const wait = { ticket, member, since: this.clock, isFirst: false, token: `token-${member}` }
    this.waiting.push({ ...wait, languages: ['en'], past, topics })
    this.away.delete(member)
  }

  private leave(member: string): void {
    this.counts.leaves++
    this.waiting = this.waiting.filter((candidate) => candidate.member !== member)
    this.away.add(member)
  }

  private openSecondTab(member: string): void {
    this.counts.secondTabs++
    this.join(member)
  }

  private block([one, other]: Pair<AnonymousCandidate>): void {
    this.counts.blocks++
    this.blocks.add(`${one.member} ${other.member}`)
  }

  private remember(one: AnonymousCandidate, other: AnonymousCandidate): void {
    this.pasts.set(one.member, [other.token, ...(this.pasts.get(one.member) ?? [])].slice(0, 20))
  }

  private readonly happens = (chance: number) => this.random() < chance
  private readonly below = (limit: number) => Math.floor(this.random() * limit)
}

const positionGroups = [0, 40, 50, 60, 70, 80]

/** Waits in seconds, by how many stood before them when they began. */
function waitsByPosition(ended: readonly EndedWait[]) {
  return positionGroups.map((from, index) => {
    const before = positionGroups[index + 1] ?? Infinity
    const seconds = ended
      .filter(({ position }) => position >= from && position < before)
      .map(({ waitedMs }) => waitedMs / second)
      .toSorted((one, other) => one - other)
    return { position: `from ${from}`, waits: seconds.length, median: seconds[seconds.length >> 1], longest: seconds.at(-1) ?? 0 }
  })
}

describe('10,000 pairings of 1,000 members who join, leave, block, do not show up and open second tabs', () => {
  const evening = new AnonymousEvening(seed)
  while (evening.counts.pairings < 10_000) evening.passSecond()
  const waits = waitsByPosition(evening.endedWaits)
  if (process.env['PRINT']) console.info(evening.counts, 'longest queue', evening.longestQueue, waits)

  test('break no rule in any round', () => {
    expect(evening.faults).toEqual({ ...noFaults, notFirstsBest: 0 })
  })

  test('have all of these in them', () => {
    expect(Math.min(...Object.values(evening.counts))).toBeGreaterThan(300)
    expect(evening.longestQueue).toBeGreaterThan(50)
  })

  test('come within 65 seconds, no-shows included: a wait widens after 60', () => {
    const longest = Math.max(...evening.endedWaits.map(({ waitedMs }) => waitedMs))
    expect(longest).toBeGreaterThanOrEqual(widenAfterMs)
    expect(longest).toBeLessThanOrEqual(widenAfterMs + 5 * second)
    expect(evening.longestWaitNow()).toBeLessThanOrEqual(widenAfterMs + 5 * second)
  })

  test('are as fair to those who come when many wait as to those who come when few do', () => {
    const longest = waits.map((group) => group.longest)
    expect(Math.max(...longest) - Math.min(...longest)).toBeLessThanOrEqual(5)
  })
})
