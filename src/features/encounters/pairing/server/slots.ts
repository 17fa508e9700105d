import { wallClock } from '#shared/time-zone.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Every slot of blind dates starts on a half hour of UTC, so that members of all time zones share it. */
const slotStepMs = 30 * minuteMs
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
