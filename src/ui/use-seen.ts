import { useEffect } from 'react'
import { sendAction } from './send-action.ts'

/**
 * Tells the server that this page is really being looked at: after a committed navigation, never for a page that was only
 * fetched or prerendered ahead. The action takes `value` under `name`, and repeats have to be harmless. Null: nothing to tell.
 */
export function useSeen(action: string, name: string, value: string | null): void {
  useEffect(() => {
    if (value === null) return
    const leave = new AbortController()
    // An answer is not waited for: what nobody counted is no loss to the one who looks.
    const tell = () => void sendAction(action, { [name]: value }, '')
    if ('prerendering' in document && document.prerendering === true) {
      document.addEventListener('prerenderingchange', tell, { once: true, signal: leave.signal })
    } else tell()
    return () => leave.abort()
  }, [action, name, value])
}
