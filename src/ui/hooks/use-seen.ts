import { useEffect, useState } from 'react'
import type { Action } from '#shared/routing/action.ts'
import { usePage } from '#shared/react/page-context.tsx'
import { sendAction } from '../forms/send-action.ts'

/**
 * Tells the server that this page is really being looked at: after a committed navigation, never for a page that was only
 * fetched or prerendered ahead, and never for what a link on another site opened. The action takes `value` under `name`,
 * and repeats have to be harmless. Null: nothing to tell.
 */
export function useSeen({ path }: Action, name: string, value: string | number | null): void {
  const { isFromElsewhere } = usePage()
  // Kept, because a page out of the back/forward cache is fetched anew by ourselves.
  const [untold] = useState(isFromElsewhere ? value : null)
  useEffect(() => {
    if (value === untold || value === null) return
    const leave = new AbortController()
    // An answer is not waited for: what nobody counted is no loss to the one who looks.
    const report = () => void sendAction({ path }, { [name]: value }, '')
    if ('prerendering' in document && document.prerendering === true) {
      document.addEventListener('prerenderingchange', report, { once: true, signal: leave.signal })
    } else report()
    return () => leave.abort()
  }, [path, name, value, untold])
}
