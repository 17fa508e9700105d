import type { WireMessage } from '#shared/realtime/wire.ts'
import type { Read } from './reader.ts'

/** What a member's object says at the end: badges, rows of the inbox, and what its search finds for each word. */
export type Books = {
  member: string
  unread: number
  conversations: readonly { conversation: string; unread: number }[]
  inbox: readonly string[]
  found: readonly { word: string; conversation: string; seq: number }[]
}

/** Each text of a plan begins with one of these (plan.ts). */
export const searchedWords = ['message', 'edit'] as const

type Talk = { id: string; members: readonly string[] }
/** What one client did and was told. */
export type Reading = {
  member: string
  isLive: boolean
  reads: readonly Read[]
  /** What its badge shows at the end. */
  badge: number | null
  /** Conversation → when the last frame about it came. */
  heardAt: ReadonlyMap<string, number>
}
export type Evidence = {
  histories: ReadonlyMap<string, readonly WireMessage[]>
  /** Those that have not ended. */
  open: readonly Talk[]
  /** `at`: when the end was answered. */
  ended: readonly (Talk & { at: number })[]
  readings: readonly Reading[]
  books: readonly Books[]
}

export type BookJudgement = {
  /** Conversations whose unread messages are not counted as log and read marks say, and totals that are not their sum. */
  miscounted: number
  /** Live clients whose badge shows another number than the member's object. */
  wrongBadges: number
  /** Messages that stand and are not found by a member. */
  unfound: number
  /** Found, but taken back, with other words by now, twice, or in a conversation that has ended. */
  ghosts: number
  /** Ended conversations that an inbox or its counts have, and open ones that an inbox has not. */
  wrongRows: number
  /** Conversations of which a client was told after their end. */
  lateFrames: number
}

/** A delivery may be on its way when a conversation ends; the objects ask every five seconds at most. */
const graceMs = 5_000

/** Compares what the members' objects say with the logs, the read marks and the ends of conversations. */
export function judgeBooks({ histories, open, ended, readings, books }: Evidence): BookJudgement {
  const result: BookJudgement = { miscounted: 0, wrongBadges: 0, unfound: 0, ghosts: 0, wrongRows: 0, lateFrames: 0 }
  for (const own of books) {
    const talks = open.filter(({ members }) => members.includes(own.member))
    const theirs = readings.filter(({ member }) => member === own.member)
    const counts = new Map(own.conversations.map(({ conversation, unread }) => [conversation, unread]))
    for (const { id } of talks) {
      const reads = theirs.flatMap((reading) => reading.reads.filter(({ conversation }) => conversation === id))
      if (!unreadOf(histories.get(id) ?? [], own.member, reads).has(counts.get(id) ?? 0)) result.miscounted += 1
    }
    if (own.unread !== [...counts.values()].reduce((sum, count) => sum + count, 0)) result.miscounted += 1
    result.wrongBadges += theirs.filter(({ isLive, badge }) => isLive && badge !== own.unread).length

    const expected = new Set(talks.flatMap(({ id }) => (histories.get(id) ?? []).flatMap((message) => wordsAt(id, message))))
    const found = own.found.map(({ word, conversation, seq }) => `${word} ${conversation} ${seq}`)
    result.unfound += [...expected].filter((place) => !found.includes(place)).length
    result.ghosts += found.filter((place) => !expected.has(place)).length + found.length - new Set(found).size

    const gone = new Set(ended.map(({ id }) => id))
    result.wrongRows += [...new Set([...own.inbox, ...counts.keys()])].filter((id) => gone.has(id)).length
    result.wrongRows += talks.filter(({ id }) => !own.inbox.includes(id)).length
  }
  for (const { id, at } of ended)
    result.lateFrames += readings.filter(({ heardAt }) => (heardAt.get(id) ?? 0) > at + graceMs).length
  return result
}

/**
 * How many messages may be unread: those of the other one that stand, behind one's own last and behind what was read. A read
 * mark without an answer may count or not.
 */
function unreadOf(history: readonly WireMessage[], member: string, reads: readonly Read[]): Set<number> {
  const own = Math.max(0, ...history.filter(({ from }) => from === member).map(({ seq }) => seq))
  const sure = Math.max(own, ...reads.filter(({ isAcknowledged }) => isAcknowledged).map(({ place }) => place))
  const places = [sure, ...reads.map(({ place }) => Math.max(sure, place))]
  const relationship = history.filter(({ from, deleted }) => from !== member && !deleted)
  return new Set(places.map((place) => relationship.filter(({ seq }) => seq > place).length))
}

function wordsAt(conversation: string, { seq, text, deleted }: WireMessage): string[] {
  return deleted
    ? []
    : searchedWords.filter((word) => text.startsWith(`${word} `)).map((word) => `${word} ${conversation} ${seq}`)
}
