import { numberLanguages, sumOfRanks } from './languages.ts'

/** A member waiting for a partner. Times in ms of the server's clock. */
export type Candidate = {
  /** Identifies this wait; random. */
  ticket: string
  /** The member's id. */
  member: string
  /** Start of the wait. Kept after a failed pairing, so that the member does not lose their turn. */
  since: number
  /** The odd one out of the last round, or one whose partner did not show up: goes before everyone else. */
  isFirst: boolean
  /** Languages in which they would talk, the best one first. */
  languages: readonly string[]
  /** Represents the member in the `past` of others. */
  token: string
  /** The same in older lists, from before a rotation of the secret. */
  formerToken?: string | undefined
  /** Tokens of the last 20 partners and of everyone met this evening. */
  past: readonly string[]
}

/** A member waiting for an anonymous chat. */
export type AnonymousCandidate = Candidate & {
  /** Keys of the chosen topics; empty if any topic will do. */
  topics: readonly string[]
}

/** The one whose turn it was, and their partner. */
export type Pair<Waiting extends Candidate> = readonly [Waiting, Waiting]

/** Scores of the others in a round for one candidate, by their positions in the queue. Languages are not its concern. */
export type Preference = {
  /** Everyone who may be suitable, and perhaps others, in queue order. Those whose turn has been are passed over. */
  among: readonly number[]
  /** Higher is better. Null: unsuitable, whichever of the two is asked. */
  score: (position: number) => number | null
  /** The highest possible score. */
  highest: number
}

/** The rules of one kind of pairing. */
export type Pool<Waiting extends Candidate> = {
  /** Starts a round: the returned function gives the preference of each position in the queue. */
  preferences: (queue: readonly Waiting[], now: number) => (position: number) => Preference
  /** Number of suitable partners, from the head of the queue, after which a turn ends, unless none of them is allowed. */
  comparedAtMost: number
}

/** Whether two members must never be paired, for example after a block. Checked in both directions. */
export type IsForbidden = (member: string, other: string) => boolean

/**
 * One round: candidates take turns in queue order, and each gets the best remaining partner who shares a language (product.md
 * 'Talking'). Among equals it is the one with the better common language, and then the first in the queue; of many, not everyone
 * is compared. No two who could be paired are left over.
 */
export function choosePairs<Waiting extends Candidate>(
  pool: Pool<Waiting>,
  waiting: readonly Waiting[],
  now: number,
  isForbidden: IsForbidden,
): Pair<Waiting>[] {
  const queue = queueOf(waiting)
  const preferenceOf = pool.preferences(queue, now)
  const haveMet = meetingsOf(queue)
  const { masks, numbers } = numberLanguages(queue)
  /** The languages of those who were neither paired nor have had their turn; 0 for all others. */
  const openTo = Int32Array.from(masks)
  const pairs: Pair<Waiting>[] = []
  for (const [position, seeker] of queue.entries()) {
    const mask = openTo[position]
    if (!mask) continue
    openTo[position] = 0
    const isAllowed = (other: number) => !haveMet(position, other) && !areForbidden(seeker, queue[other], isForbidden)
    const search = { position, mask, openTo, numbers, isAllowed, comparedAtMost: pool.comparedAtMost }
    const found = findBestPartner({ ...preferenceOf(position), ...search })
    const partner = queue[found]
    if (!partner) continue
    openTo[found] = 0
    pairs.push([seeker, partner])
  }
  return pairs
}

/** The candidates in the order of their turns. Of a member's tickets, only the newest takes part. */
export function queueOf<Waiting extends Candidate>(waiting: readonly Waiting[]): Waiting[] {
  const newest = new Map<string, Waiting>()
  for (const candidate of waiting) {
    const other = newest.get(candidate.member)
    if (!other || candidate.since >= other.since) newest.set(candidate.member, candidate)
  }
  return [...newest.values()].sort(compareTurns)
}

function compareTurns(one: Candidate, other: Candidate): number {
  if (one.isFirst !== other.isFirst) return one.isFirst ? -1 : 1
  return one.since - other.since || (one.ticket < other.ticket ? -1 : 1)
}

/** Whether one of two positions has the other in its past. */
function meetingsOf(queue: readonly Candidate[]): (one: number, other: number) => boolean {
  const positions = new Map<string, number>()
  for (const [position, { token, formerToken }] of queue.entries()) {
    positions.set(token, position)
    if (formerToken !== undefined) positions.set(formerToken, position)
  }
  const met = queue.map(({ past }) => past.map((token) => positions.get(token)).filter((position) => position !== undefined))
  return (one, other) => met[one]?.includes(other) === true || met[other]?.includes(one) === true
}

function areForbidden(one: Candidate, other: Candidate | undefined, isForbidden: IsForbidden): boolean {
  return !other || isForbidden(one.member, other.member) || isForbidden(other.member, one.member)
}

type Search = Preference & {
  /** Of the one whose turn it is. */
  position: number
  /** Their languages. */
  mask: number
  openTo: Int32Array
  numbers: readonly (readonly number[])[]
  isAllowed: (position: number) => boolean
  comparedAtMost: number
}

/** After the best possible score, this many further positions are searched for a better language. */
const searchedForLanguage = 64

/** The position of the best partner, or -1. */
function findBestPartner({ among, score: scoreOf, highest, isAllowed, comparedAtMost, ...search }: Search): number {
  const { position: seeker, mask, openTo, numbers } = search
  const own = numbers[seeker] ?? []
  let best = -1
  let bestScore = -Infinity
  let bestRanks = Infinity
  let compared = 0
  let searchUntil = Infinity
  // Not `entries`: its iterator costs half as much again as the rest.
  for (let index = indexAfter(seeker, among); index < among.length; index++) {
    if (best !== -1 && (index > searchUntil || compared >= comparedAtMost)) break
    const position = among[index] ?? 0
    if ((mask & (openTo[position] ?? 0)) === 0) continue
    const score = scoreOf(position)
    if (score === null) continue
    compared++
    // The score is compared first, because it decides most comparisons.
    if (score > bestScore || (score === bestScore && bestRanks > 0)) {
      const ranks = sumOfRanks(own, numbers[position] ?? [])
      if (ranks < (score > bestScore ? Infinity : bestRanks) && isAllowed(position)) {
        best = position
        bestScore = score
        bestRanks = ranks
        if (score >= highest) searchUntil = ranks === 0 ? index : Math.min(searchUntil, index + searchedForLanguage)
      }
    }
  }
  return best
}

/** Index of the first position in `among` that is later in the queue. */
function indexAfter(position: number, among: readonly number[]): number {
  let [from, to] = [0, among.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((among[middle] ?? 0) > position) to = middle
    else from = middle + 1
  }
  return from
}

/** Wait after which any partner will do (product.md 'Talking'). */
export const widenAfterMs = 60_000

const isWidened = ({ since }: Candidate, now: number) => now - since >= widenAfterMs

/**
 * Anonymous chat: within the first minute partners share a topic, unless one of them chose none. After a minute of either's
 * wait any partner will do. The more topics two share, the better.
 */
export const anonymousPool: Pool<AnonymousCandidate> = {
  preferences(queue, now) {
    const everyone = [...queue.keys()]
    const sharedTopicsOf = countSharedTopics(queue)
    const takesAnyone = queue.map((candidate) => candidate.topics.length === 0 || isWidened(candidate, now))
    return (seeker) => {
      const sharedTopics = sharedTopicsOf(seeker)
      return {
        among: everyone,
        score: (position) => {
          const shared = sharedTopics[position] ?? 0
          return shared > 0 || takesAnyone[seeker] || takesAnyone[position] ? shared : null
        },
        highest: new Set(queue[seeker]?.topics).size,
      }
    }
  },
  comparedAtMost: Infinity,
}

/**
 * For a position in the queue, the number of topics it shares with each later position. Counted topic by topic, so that it only
 * visits those who share one.
 */
function countSharedTopics(queue: readonly AnonymousCandidate[]): (position: number) => Uint8Array {
  const chosen = queue.map(({ topics }) => [...new Set(topics)])
  const choices = chosen.flatMap((topics, position) => topics.map((topic) => ({ topic, position })))
  const byTopic = Map.groupBy(choices, ({ topic }) => topic)
  const positionsOf = new Map([...byTopic].map(([topic, found]) => [topic, found.map(({ position }) => position)]))
  return (position) => {
    const shared = new Uint8Array(queue.length)
    for (const topic of chosen[position] ?? []) {
      const sharing = positionsOf.get(topic) ?? []
      for (let last = sharing.length - 1; last >= 0; last--) {
        const other = sharing[last] ?? 0
        if (other <= position) break
        shared[other] = (shared[other] ?? 0) + 1
      }
    }
    return shared
  }
}

/** When the next wait widens (ms); null if none will. A wait without topics is wide from the start. */
export function nextWakeAt(waiting: readonly AnonymousCandidate[], now: number): number | null {
  const widens = waiting.filter(({ topics }) => topics.length > 0).map(({ since }) => since + widenAfterMs)
  const next = Math.min(...widens.filter((at) => at > now))
  return Number.isFinite(next) ? next : null
}
