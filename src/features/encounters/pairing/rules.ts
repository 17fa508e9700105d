import { languagesAtMost, talkLanguageOf, talkLanguages } from '#features/encounters/contract.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'

const secondMs = 1_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** A wait that ended in a pair. Times in ms. */
export type Wait = { endedAt: number; waitedMs: number }

/** Fewer waits than this predict nothing about the next one. */
const leastWaits = 5

/**
 * The median (ms, in whole seconds) of the waits that ended within the last hour; null if fewer than five did. With few waits the
 * median is a single person's wait, so it is computed no more exactly than it is shown.
 */
export function medianWait(waits: readonly Wait[], now: number): number | null {
  const recent = waits
    .filter(({ endedAt }) => endedAt > now - hourMs && endedAt <= now)
    .map(({ waitedMs }) => waitedMs)
    .toSorted((one, other) => one - other)
  if (recent.length < leastWaits) return null
  const middle = (recent.length - 1) / 2
  const [low = 0, high = 0] = [recent[Math.floor(middle)], recent[Math.ceil(middle)]]
  return Math.round((low + high) / 2 / secondMs) * secondMs
}

/** Smaller numbers of waiting people are not shown. */
const leastPeople = 5

/** The number of waiting people as shown to everyone; null for a few. */
export function shownPeople(people: number): number | null {
  return people >= leastPeople ? people : null
}

/**
 * The languages that a page preselects, the best one first: the member's last choice, else those they speak, among them the
 * page's first, else the page's.
 */
export function preselectedLanguages(
  { last, spoken }: { last: readonly string[] | null; spoken: readonly string[] },
  page: LocaleCode,
): readonly string[] {
  const own = talkLanguageOf(page)
  const offered = spoken.filter((code) => talkLanguages.some((language) => language === code))
  const ranked = offered.toSorted((one, other) => Number(other === own) - Number(one === own))
  return last ?? (ranked.length > 0 ? ranked.slice(0, languagesAtMost) : [own])
}

/**
 * The shard of its pool in which a member waits: always the same one while the number of shards stays. FNV-1a, so that ids which
 * differ in one character are spread, too.
 */
export function shardOf(member: string, shards: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < member.length; index++) hash = Math.imul(hash ^ member.charCodeAt(index), 0x01000193)
  return (hash >>> 0) % shards
}

const lobbyMs = 5 * minuteMs
const afterSlotMs = 15 * minuteMs

/** When the lobby of a slot opens (ms). */
export const lobbyOpensAt = (slot: number) => slot - lobbyMs
/** When it closes (ms): members who still wait for that evening then stop waiting. */
export const lobbyClosesAt = (slot: number) => slot + afterSlotMs
