import { use, useEffect, useState } from 'react'
import { usePage } from '#shared/react/page-context.tsx'
import { LiveContext } from '#shared/realtime/realtime.tsx'
import { refreshPage } from './refresh-page.ts'

const tickMs = 250

/**
 * Returns the server's current time in ms, updated four times a second. It is the time of the page, plus the time elapsed since by
 * a monotonic clock. During hydration it is the time of the page, as on the server.
 */
export function useServerNow(isTicking = true): number {
  const { now: madeAt } = usePage()
  const live = use(LiveContext)
  const [present, setPresent] = useState(madeAt)
  useEffect(() => {
    const start = performance.now()
    // The page may have been prefetched, and the machine may have slept since its document arrived.
    const read = () => Math.max(live?.getState().steadyNow() ?? 0, madeAt + performance.now() - start)
    const tick = () => setPresent(read())
    const first = setTimeout(tick)
    const timer = isTicking ? setInterval(tick, tickMs) : undefined
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [live, madeAt, isTicking])
  return Math.max(present, madeAt)
}

/** Whole seconds until `at` by the server's clock; 0 afterwards. */
export function useSecondsLeft(at: number): number {
  const { now: madeAt } = usePage()
  const [isOver, setIsOver] = useState(at <= madeAt)
  const seconds = Math.max(0, Math.ceil((at - useServerNow(!isOver)) / 1000))
  if (isOver !== (seconds === 0)) setIsOver(seconds === 0)
  return seconds
}

/** Time elapsed since `since` by the server's clock, in ms. */
export function useElapsed(since: number): number {
  return Math.max(0, useServerNow() - since)
}

/** The event that announces the end arrives within this time; after it the page polls. */
const eventMs = 700
const retryMs = 3_000

/**
 * Reloads the page's data when the clock ends what it shows, in case the event about it is lost. `at` is in ms; null: no clock
 * ends it.
 */
export function useRefreshWhenDue(at: number | null): void {
  const { now: madeAt } = usePage()
  useEffect(() => {
    if (at === null) return
    let timer = setTimeout(look, Math.max(at - madeAt, 0) + eventMs)
    function look() {
      if (navigator.onLine) refreshPage()
      timer = setTimeout(look, retryMs)
    }
    return () => clearTimeout(timer)
  }, [at, madeAt])
}

/** Reloads the page's data when it becomes visible: another tab may have changed it, and timers may have slept. */
export function useRefreshWhenShown(): void {
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && navigator.onLine && refreshPage()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
}

/** Interval at which a waiting room is reloaded: its figures, and whatever a lost event would have announced. */
const refreshMs = 30_000
/** Delay before the first reload: the page may have missed an event while it was loading. */
const firstRefreshMs = 10_000

/** Reloads the page of somebody who waits, at intervals while it is visible and when it becomes visible. */
export function useWaitingRefresh(): void {
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && navigator.onLine && refreshPage()
    const first = setTimeout(look, firstRefreshMs)
    const timer = setInterval(look, refreshMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
}
