import { useEffect, useState } from 'react'
import type { Action } from '#shared/routing/action.ts'
import { usePage } from '#shared/react/page-context.tsx'
import { isLookedAt, onLookedAt } from './looked-at.ts'
import { sendAction } from '../forms/send-action.ts'

/**
 * Notifies the server that the member is really looking at this page: after a committed navigation, in a focused window. It is
 * never sent for a prefetched or prerendered page, nor after a link from another site. The action takes `value` under `name`;
 * repeats must be harmless. Null sends nothing.
 */
export function useSeen({ path }: Action, name: string, value: string | number | null): void {
  const { isFromElsewhere } = usePage()
  // Kept in state, because the client fetches a page again when it comes from the back/forward cache.
  const [untold] = useState(isFromElsewhere ? value : null)
  useEffect(() => {
    if (value === untold || value === null) return
    const leave = new AbortController()
    // Does not wait for the response: a lost report harms no visitor.
    const report = () => {
      // A prerendered page is hidden.
      if (!isLookedAt()) return
      leave.abort()
      void sendAction({ path }, { [name]: value }, '')
    }
    onLookedAt(report, leave.signal)
    report()
    return () => leave.abort()
  }, [path, name, value, untold])
}
