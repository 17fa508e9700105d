import { languagesAtMost, talkLanguageOf, talkLanguages } from '#features/encounters/contract.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { wallClock } from '#shared/time-zone.ts'

const secondMs = 1_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

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

/** Every slot of blind dates starts on a half hour of UTC, so that members of all time zones share it. */
const slotStepMs = 30 * minuteMs
const lobbyMs = 5 * minuteMs
const afterSlotMs = 15 * minuteMs
/** Weekdays of the evenings, by the member's clocks; Sunday is 0. */
const eveningDays: readonly number[] = [0, 2]
/** Local hours in which the slots of an evening start. */
const eveningHours: readonly number[] = [20, 21]
/** Local hour from which on an evening others may be listed, until midnight. */
const eveningFrom = 17
const suggestedEvenings = 4
/** Longer than it takes four evenings to come, even where a day is left out. */
const searchedMs = 16 * dayMs
/** Longer than any clock change but those that leave out a day. */
const longestChangeMs = 3 * hourMs

const dayOf = (asUtc: number) => Math.floor(asUtc / dayMs)
const isEveningDay = (asUtc: number) => eveningDays.includes(new Date(asUtc).getUTCDay())

/**
 * The slots (ms) of the next four evenings in `timeZone`: 20:00 and 21:00 on Tuesdays and Sundays (product.md 'Talking'). Tonight
 * counts if one of its slots is still to come. If the zone differs from UTC by a quarter of an hour, slots start at 20:15 and 21:15.
 */
export function upcomingSlots(now: number, timeZone: string): number[] {
  const read = wallClock(timeZone)
  const slots: number[] = []
  const evenings = new Set<number>()
  let slot = (Math.floor(now / slotStepMs) + 1) * slotStepMs
  while (slot <= now + searchedMs) {
    const { hour, asUtc } = read(slot)
    if (eveningHours.includes(hour) && isEveningDay(asUtc) && asUtc % hourMs < slotStepMs) {
      evenings.add(dayOf(asUtc))
      if (evenings.size > suggestedEvenings) break
      slots.push(slot)
    }
    slot += stepAfter(hour)
  }
  return slots
}

/** To the next slot, or to a few hours before the next evening could begin: reading a wall clock is slow. */
function stepAfter(hour: number): number {
  const [first = 0] = eveningHours
  const untilFirstMs = ((first - hour + 24) % 24) * hourMs
  return eveningHours.includes(hour) ? slotStepMs : Math.max(slotStepMs, untilFirstMs - longestChangeMs - hourMs)
}

/**
 * The slots that the page lists, in order of time: those of the evenings, and of the `attended` ones (to which enough people come
 * who could suit the member) those from 17:00 to midnight on the same evenings, tonight included.
 */
export function listSlots(now: number, timeZone: string, attended: readonly number[]): number[] {
  const own = upcomingSlots(now, timeZone)
  const read = wallClock(timeZone)
  const lastDay = dayOf(read(own.at(-1) ?? now).asUtc)
  const others = attended.filter((slot) => {
    if (!(slot > now && slot <= now + searchedMs) || slot % slotStepMs !== 0) return false
    const { hour, asUtc } = read(slot)
    return hour >= eveningFrom && isEveningDay(asUtc) && dayOf(asUtc) <= lastDay
  })
  return [...new Set([...own, ...others])].toSorted((one, other) => one - other)
}

/** Whether a blind date may be booked for this time (ms): if the page lists it. Accepts any number, because browsers send it. */
export function isBookable(slot: number, now: number, timeZone: string, attended: readonly number[] = []): boolean {
  return listSlots(now, timeZone, attended).includes(slot)
}

/** When the lobby of a slot opens (ms). */
export const lobbyOpensAt = (slot: number) => slot - lobbyMs
/** When it closes (ms): members who still wait for that evening then stop waiting. */
export const lobbyClosesAt = (slot: number) => slot + afterSlotMs
