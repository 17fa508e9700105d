import { useEffect, useState } from 'react'
import { usePage } from '#shared/react/page-context.tsx'

const tickMs = 30_000

/** Returns the server's clock as of the page, which advances in the browser: hydration starts from the same value. */
export function useNow(): number {
  const { now: base } = usePage()
  const [clock, setClock] = useState({ base, now: base })
  useEffect(() => {
    const startedAt = performance.now()
    const timer = setInterval(() => setClock({ base, now: base + performance.now() - startedAt }), tickMs)
    return () => clearInterval(timer)
  }, [base])
  return clock.base === base ? clock.now : base
}
