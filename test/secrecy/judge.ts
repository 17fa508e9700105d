import { withoutChance, type Recording } from './chance.ts'
import type { Lane } from './record.ts'

const lists = ['texts', 'read', 'answers'] as const

/** Each session in which Anna was not sent the same in both runs, but for what chance draws: where and how. */
export const differencesBetween = (one: readonly Lane[], other: readonly Lane[]): string[] =>
  compare(one, other, ({ annas }) => withoutChance(annas), findDifference)

/** Each session in which something that Anna was sent was not of the same length in both runs, as it came. */
export const sizesBetween = (one: readonly Lane[], other: readonly Lane[]): string[] =>
  compare(one, other, ({ annas }) => annas, findSize)

/** More say no more. */
const shownAtMost = 6

type Find = (one: readonly string[], other: readonly string[]) => string | null

function compare(one: readonly Lane[], other: readonly Lane[], read: (lane: Lane) => readonly Recording[], find: Find): string[] {
  const all = one.flatMap((lane, at) => {
    const others = other[at] ? read(other[at]) : []
    return read(lane).flatMap((session, number) =>
      lists.flatMap((list) => {
        const found = find(session[list], others[number]?.[list] ?? [])
        return found === null ? [] : [`lane ${at}, session ${number}, ${list}: ${found}`]
      }),
    )
  })
  return all.slice(0, shownAtMost)
}

/** Where the first two texts differ, with what surrounds it; null when all are the same. */
function findDifference(one: readonly string[], other: readonly string[]): string | null {
  for (const [index, text] of one.entries()) {
    const second = other[index] ?? '(nothing)'
    if (text !== second) return `${index} of ${one.length}: ${excerpts(text, second)}`
  }
  return one.length === other.length ? null : `${other.length} instead of ${one.length}: ${other[one.length]}`
}

function excerpts(one: string, other: string): string {
  let at = 0
  while (one[at] === other[at]) at++
  const around = (text: string) => text.slice(Math.max(0, at - 120), at + 120)
  return `…${around(one)}… | …${around(other)}…`
}

function findSize(one: readonly string[], other: readonly string[]): string | null {
  const index = one.findIndex((text, at) => text.length !== other[at]?.length)
  return index === -1
    ? null
    : `${index}: ${one[index]?.length} and ${other[index]?.length} characters: ${one[index]?.slice(0, 80)}`
}

/** Everything of a session in one list. */
const textsOf = ({ texts, read, answers }: Recording): string[] => [...texts, ...read, ...answers]

/** What either of the two was sent that tells who the other is. */
export function canariesIn(runs: readonly Lane[]): string[] {
  return runs.flatMap(({ annas, bens, canaries, own }) => [...found(annas, canaries), ...found(bens, own)]).slice(0, shownAtMost)
}

function found(sessions: readonly Recording[], secrets: readonly string[]): string[] {
  const all = sessions.flatMap(textsOf).join('\n')
  return [...new Set(secrets)].filter((secret) => all.includes(secret))
}

const words = /[\p{L}\p{N}_-]{6,}/gu
/** Without nonces, whose `+` and `/` would leave short words. */
const wordsOf = (session: Recording): Set<string> =>
  new Set(
    textsOf(session)
      .join('\n')
      .replaceAll(/nonce[-=]"?[\w+/]{22}==/g, '')
      .match(words),
  )

/**
 * Words of six characters or more that two sessions with the same partner have in common, and that neither Anna has alone nor
 * anybody with another partner.
 */
export function linksIn(same: readonly Lane[], others: readonly Lane[]): string[] {
  return same.flatMap(({ annas, before }, lane) => {
    const sessions = annas.map(wordsOf)
    const usual = (others[lane]?.annas ?? []).map(wordsOf).reduce((one, other) => one.union(other), wordsOf(before))
    return sessions.flatMap((session, number) =>
      sessions.slice(number + 1).flatMap((later) => [...session.intersection(later).difference(usual)]),
    )
  })
}
