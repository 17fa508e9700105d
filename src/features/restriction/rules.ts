import { keysOf } from '#shared/records.ts'
import { restrictionRules, type RestrictionRule } from './contract.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Durations that the form offers, in ms. Null: permanent. */
export const durations = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs, good: null } as const
export type Duration = keyof typeof durations
export const durationKeys = keysOf(durations)

export function untilOf(duration: Duration, now: number): number | null {
  const length = durations[duration]
  return length === null ? null : now + length
}

export function isRestrictionRule(value: string): value is RestrictionRule {
  return restrictionRules.some((rule) => rule === value)
}

/**
 * True if a person may decide an appeal, as far as the restriction is concerned: once, and not the one who restricted (product.md
 * '/restricted'). `staffActs` says whose appeals a role may decide.
 */
export function canDecideAppeal(
  actorId: string,
  restriction: { actorId: string | null; appealedAt: number | null; appealDecidedAt: number | null },
): boolean {
  const isOpen = restriction.appealedAt !== null && restriction.appealDecidedAt === null
  return isOpen && restriction.actorId !== actorId
}
