import type { InboxState } from './inbox-state.ts'
import { countOf } from './unread-ranges.ts'

/** What the badges count, as far as it is not hidden. */
export const isCounted = "(stage = 'open' AND unread > 0) OR stage = 'incoming'"

export type Totals = { unread: number; requests: number }

/** What a row adds to the badges. */
export function totalsOf(state: InboxState | null): Totals {
  if (state?.isHidden) return { unread: 0, requests: 0 }
  return { unread: state?.stage === 'open' ? countOf(state.unread) : 0, requests: state?.stage === 'incoming' ? 1 : 0 }
}

export function add(one: Totals, other: Totals, factor: 1 | -1): Totals {
  return { unread: one.unread + factor * other.unread, requests: one.requests + factor * other.requests }
}
