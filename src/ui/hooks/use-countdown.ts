import { useEffect, useState } from 'react'
import { usePage } from '#shared/react/page-context.tsx'

type Countdown = {
  /** Whole seconds until then; 0 afterwards. */
  seconds: number
  /** Seconds are left, and a script counts them: what is locked meanwhile opens again by itself. */
  isTicking: boolean
}

/** Counts down to a moment of the server's clock by the time passed here, whatever this clock says. */
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
