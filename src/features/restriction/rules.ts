import { keysOf } from '#shared/records.ts'
import { restrictionRules, type RestrictionRule } from './contract.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Durations that the form offers, in ms. Null: for good. */
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

type Role = 'member' | 'moderator' | 'operator'
type Person = { id: string; role: Role }

/** True when `actor` may restrict `member`. Members cannot restrict themselves; staff are restricted by operators only. */
export function canRestrict(actor: Person, member: Person): boolean {
  if (actor.id === member.id || actor.role === 'member') return false
  return member.role === 'member' || actor.role === 'operator'
}

/**
 * True when `actor` may decide an appeal: once, and neither as its member nor as the person who restricted (product.md
 * '/restricted').
 */
export function canDecideAppeal(
  actorId: string,
  restriction: { actorId: string | null; memberId: string; appealedAt: number | null; appealDecidedAt: number | null },
): boolean {
  const isOpen = restriction.appealedAt !== null && restriction.appealDecidedAt === null
  return isOpen && restriction.actorId !== actorId && restriction.memberId !== actorId
}
