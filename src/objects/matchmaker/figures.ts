import { medianWait, shownPeople } from '#features/encounters/pairing/rules.ts'
import type { PairingKind, WaitFigures, Waiting } from '#features/encounters/contract.ts'
import { ageOn, utcDay } from '#features/profile/server/public.ts'
import type { EndedWait } from './matchmaker-store.ts'

type Known = { waiting: readonly Waiting[]; waits: readonly EndedWait[] }

/**
 * What a reader may know about a language: of those who could suit them, and of waits that ended with someone who could. Blocks and
 * past partners are ignored, so that everyone of a kind gets the same, and nothing shows who has blocked whom.
 */
export function figuresOf(
  { waiting, waits }: Known,
  { language, reader, now }: { language: string; reader?: PairingKind | undefined; now: number },
): WaitFigures {
  const isSuited = (other: PairingKind | null) => reader === undefined || (other !== null && couldSuit(reader, other, now))
  const people = waiting.filter(({ languages, profile }) => languages.includes(language) && isSuited(profile))
  const ended = waits.filter((wait) => wait.language === language && isSuited(wait.met))
  return { language, people: shownPeople(people.length), medianWaitMs: medianWait(ended, now) }
}

/** Each has a gender and an age that the other looks for: the same as in `blindPool`. */
export function couldSuit(one: PairingKind, other: PairingKind, now: number): boolean {
  const today = utcDay(now)
  return isSought(one, other, today) && isSought(other, one, today)
}

function isSought(one: PairingKind, by: PairingKind, today: string): boolean {
  const age = ageOn(one.birthDate, today)
  return (one.genderMask & by.seeksMask) !== 0 && age >= by.seeksAgeMin && age <= by.seeksAgeMax
}
