import { languagesAtMost, talkLanguageOf, talkLanguages } from '#features/encounters/contract.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { fnv1a } from '#shared/text/fnv1a.ts'
import { wallClock } from '#shared/time-zone.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

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

/** Every slot of blind dates starts on a half hour of UTC, so that members of all time zones share it. */
const slotStepMs = 30 * minuteMs
const lobbyMs = 5 * minuteMs
const afterSlotMs = 15 * minuteMs
/** Local hours in which suggested slots start: from 20:00, before 22:00. */
const suggestedHours = { from: 20, before: 22 } as const
/** Local hour from which a slot belongs to the evening, until midnight. */
const eveningFrom = 17
const suggestedEvenings = 7
const bookableMs = 8 * dayMs
/** Longer than any clock change that repeats an hour. */
const longestRepeatMs = 3 * hourMs

/**
 * The slots (ms) of the next seven evenings in `timeZone`: 20:00, 20:30, 21:00 and 21:30 (product.md 'Talking'). Tonight counts
 * if one of its slots is still to come. A local time that a clock change skips has no slot, and one that it repeats has the
 * first. If the zone differs from UTC by a quarter of an hour, slots start at 20:15 and so on.
 */
export function upcomingSlots(now: number, timeZone: string): number[] {
  const read = wallClock(timeZone)
  const slots: number[] = []
  const evenings = new Set<number>()
  const shown = new Set<number>()
  // Starts in the past, to recognise a time that a clock change is about to repeat.
  const start = Math.ceil((now - longestRepeatMs) / slotStepMs) * slotStepMs
  for (let slot = start; slot <= now + bookableMs; slot += slotStepMs) {
    const { hour, asUtc } = read(slot)
    if (hour < suggestedHours.from || hour >= suggestedHours.before || shown.has(asUtc)) continue
    shown.add(asUtc)
    if (slot <= now) continue
    evenings.add(Math.floor(asUtc / dayMs))
    if (evenings.size > suggestedEvenings) break
    slots.push(slot)
  }
  return slots
}

/**
 * Whether a blind date may be booked for this time (ms). It must be on a half hour of UTC, within the next eight days, and from
 * 17:00 to midnight in `timeZone`. Accepts any number, because browsers send it.
 */
export function isBookable(slot: number, now: number, timeZone: string): boolean {
  const isSlot = slot % slotStepMs === 0 && slot > now && slot <= now + bookableMs
  return isSlot && wallClock(timeZone)(slot).hour >= eveningFrom
}

/** When the lobby of a slot opens (ms). */
export const lobbyOpensAt = (slot: number) => slot - lobbyMs
/** When it closes (ms): members who still wait for that evening then stop waiting. */
export const lobbyClosesAt = (slot: number) => slot + afterSlotMs
