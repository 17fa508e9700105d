import { useEffect } from 'react'
import { apiPaths } from '#shared/api-paths.ts'
import { sendAction } from '#ui/send-action.ts'

/**
 * Tells the server that this profile is really being looked at: after a committed navigation, never for a page that was
 * only fetched or prerendered ahead. Repeats are harmless, the server counts once in half an hour. `id` null: no visit.
 */
export function useVisit(id: string | null): void {
  useEffect(() => {
    if (id === null) return
    const leave = new AbortController()
    // An answer is not waited for: a visit that nobody counted is no loss to the one who looks.
    const tell = () => void sendAction(apiPaths.visit, { id }, '')
    if ('prerendering' in document && document.prerendering === true) {
      document.addEventListener('prerenderingchange', tell, { once: true, signal: leave.signal })
    } else tell()
    return () => leave.abort()
  }, [id])
}
