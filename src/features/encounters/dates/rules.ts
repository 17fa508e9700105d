import { fnv1a } from '#shared/text/fnv1a.ts'
import { wallClock } from '#shared/time-zone.ts'
import type { BookedDate, DateSeat, Evening } from './contract.ts'
import type { Seat, SlotAttendance } from '#features/encounters/contract.ts'
import { hasJustBegun } from '#features/encounters/contract.ts'

const dayMs = 24 * 60 * 60_000

/** What is known of slots: which the member has booked, and how many people come, for those of which it may be shown. */
type KnownSlots = { booked: readonly BookedDate[]; attendance: readonly SlotAttendance[] }

/** Groups slots (ms, in order of time) by the evenings of a time zone. */
export function toEvenings(slots: readonly number[], { booked, attendance }: KnownSlots, timeZone: string): Evening[] {
  const read = wallClock(timeZone)
  const isBooked = new Set(booked.map(({ slot }) => slot))
  const people = new Map(attendance.map((each) => [each.slot, each.people]))
  const evenings = Map.groupBy(slots, (slot) => Math.floor(read(slot).asUtc / dayMs))
  return [...evenings.values()].map((of) => ({
    slots: of.map((slot) => ({ slot, isBooked: isBooked.has(slot), people: people.get(slot) ?? null })),
  }))
}

/** Returns a member's seat as /blind-dates shows it. */
export function toDateSeat(seat: Seat, now: number): DateSeat {
  if (seat.state === 'free') return seat
  if (seat.kind === 'anonymous') return { state: 'chat', isPaired: seat.state === 'paired' }
  if (seat.state === 'paired') return { state: 'date', id: seat.id, isNew: hasJustBegun(seat, now) }
  return { state: 'waiting', slot: seat.slot, since: seat.since, seed: seat.seed }
}

/** The slot of the evening for which the member waits or could wait; null without one. */
export function lobbySlot(seat: DateSeat, booked: readonly BookedDate[]): number | null {
  if (seat.state === 'waiting') return seat.slot
  return seat.state === 'date' ? null : (booked.find(({ state }) => state === 'lobby')?.slot ?? null)
}

/** Prompts of one date: one for each minute of the longest talk. */
export const promptsPerDate = 8

/**
 * Chooses the prompts of a date, as positions in the list of all prompts. They depend on its id alone, so both members get the
 * same ones in the same order, in their own language.
 */
export function choosePrompts(id: string, total: number, count = promptsPerDate): number[] {
  const random = randomFrom(id)
  const left = Array.from({ length: total }, (_, position) => position)
  return Array.from({ length: Math.min(count, total) }, () => left.splice(Math.floor(random() * left.length), 1)).flat()
}

/** Returns the prompt shown at this time. `startedAt`: of the talk; all times in ms. The last one stays. */
export function promptAt(
  { startedAt, eachMs, texts }: { startedAt: number; eachMs: number; texts: readonly string[] },
  now: number,
): number {
  return Math.min(texts.length - 1, Math.max(0, Math.floor((now - startedAt) / eachMs)))
}

/** A hash of the text, then a linear congruential generator (Numerical Recipes): the same numbers on every machine. */
function randomFrom(text: string): () => number {
  let state = fnv1a(text)
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return (state >>> 0) / 2 ** 32
  }
}
