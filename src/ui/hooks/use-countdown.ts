import { useEffect, useState } from 'react'
import { usePage } from '#shared/react/page-context.tsx'

type Countdown = {
  /** Whole seconds left; 0 afterwards. */
  seconds: number
  /** True while a script counts the seconds down: then locked controls unlock themselves. */
  isTicking: boolean
}

/**
 * Counts down to a time of the server's clock. It measures the time elapsed in this browser, so a wrong local clock does no harm.
 */
export function useCountdown(at: number): Countdown {
  const { now } = usePage()
  const [passedMs, setPassedMs] = useState<number | null>(null)
  const seconds = Math.max(0, Math.ceil((at - now - (passedMs ?? 0)) / 1000))
  const isOver = seconds === 0
  useEffect(() => {
    if (isOver) return
    const start = performance.now()
    const count = () => setPassedMs(performance.now() - start)
    count()
    const timer = setInterval(count, 250)
    return () => clearInterval(timer)
  }, [isOver])
  return { seconds, isTicking: passedMs !== null && !isOver }
}
