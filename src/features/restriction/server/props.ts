import type { restrictions } from '#db/schema.ts'
import type { AppealView, RestrictedProps } from '../contract.ts'
import { isRestrictionRule } from '../rules.ts'

type Row = typeof restrictions.$inferSelect

/** Returns the row as the member may know it: never who decided. */
export function toRestrictedProps(row: Row): RestrictedProps {
  const { rule, facts, createdAt: since, until, decidedBy } = row
  if (!isRestrictionRule(rule)) throw new Error(`Unknown rule of a restriction: ${rule}`)
  return { rule, facts, since, until, decidedBy, appeal: toAppeal(row) }
}

function toAppeal({ appealText, appealedAt, appealDecidedAt }: Row): AppealView | null {
  return appealText === null || appealedAt === null ? null : { text: appealText, appealedAt, decidedAt: appealDecidedAt }
}
