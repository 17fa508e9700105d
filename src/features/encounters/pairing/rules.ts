import { languagesAtMost, talkLanguageOf, talkLanguages } from '#features/encounters/contract.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { fnv1a } from '#shared/text/fnv1a.ts'

const minuteMs = 60_000

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
 * The shard of its pool in which a member waits: always the same one while the number of shards stays. Ids which differ in
 * one character are spread, too.
 */
export function shardOf(member: string, shards: number): number {
  return fnv1a(member) % shards
}

const lobbyMs = 5 * minuteMs
const afterSlotMs = 15 * minuteMs

/** When the lobby of a slot opens (ms). */
export const lobbyOpensAt = (slot: number) => slot - lobbyMs
/** When it closes (ms): members who still wait for that evening then stop waiting. */
export const lobbyClosesAt = (slot: number) => slot + afterSlotMs
