import { useEffect, useState } from 'react'
import { usePage } from '#shared/page-context.tsx'

/** Whole seconds until a moment of the server's clock; counts down by the time passed here, whatever this clock says. */
export function useSecondsUntil(at: number): number {
  const { now } = usePage()
  const [passedMs, setPassedMs] = useState(0)
  const left = Math.max(0, Math.ceil((at - now - passedMs) / 1000))
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return
    const start = performance.now()
    const timer = setInterval(() => setPassedMs(performance.now() - start), 250)
    return () => clearInterval(timer)
  }, [isOver])
  return left
}
