import { shownPeople } from '#features/encounters/pairing/rules.ts'
import type { PairingCriteria, WaitFigures, Waiting } from '#features/encounters/contract.ts'
import { utcDay } from '#features/profile/server/public.ts'
import type { EndedWait } from './matchmaker-store.ts'
import { couldSuit } from './suits.ts'

type Known = { waiting: readonly Waiting[]; waits: readonly EndedWait[] }

/**
 * What a reader may know about a language: of those who could suit them, and of waits that ended with someone who could. Blocks and
 * past partners are ignored, so that everyone of a kind gets the same, and nothing shows who has blocked whom.
 */
export function figuresOf(
  { waiting, waits }: Known,
  { language, reader, now }: { language: string; reader?: PairingCriteria | undefined; now: number },
): WaitFigures {
  const isSuited = (other: PairingCriteria | null) =>
    reader === undefined || (other !== null && couldSuit(reader, other, utcDay(now)))
  const people = waiting.filter(({ languages, profile }) => languages.includes(language) && isSuited(profile))
  const ended = waits.filter((wait) => wait.language === language && isSuited(wait.met))
  return { language, people: shownPeople(people.length), medianWaitMs: medianWait(ended, now) }
}

const secondMs = 1_000
const hourMs = 3_600_000

/** Fewer waits than this predict nothing about the next one. */
const leastWaits = 5

/**
 * The median (ms, in whole seconds) of the waits that ended within the last hour; null if fewer than five did. With few waits the
 * median is a single person's wait, so it is computed no more exactly than it is shown.
 */
export function medianWait(waits: readonly Pick<EndedWait, 'endedAt' | 'waitedMs'>[], now: number): number | null {
  const recent = waits
    .filter(({ endedAt }) => endedAt > now - hourMs && endedAt <= now)
    .map(({ waitedMs }) => waitedMs)
    .toSorted((one, other) => one - other)
  if (recent.length < leastWaits) return null
  const middle = (recent.length - 1) / 2
  const [low = 0, high = 0] = [recent[Math.floor(middle)], recent[Math.ceil(middle)]]
  return Math.round((low + high) / 2 / secondMs) * secondMs
}
