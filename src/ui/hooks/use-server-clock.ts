import { use, useEffect, useState } from 'react'
import { usePage } from '#shared/react/page-context.tsx'
import { LiveContext } from '#shared/realtime/realtime.tsx'
import { refreshPage } from './refresh-page.ts'

const tickMs = 250

/**
 * Returns the present by the server's clock, in ms, again and again: the time of the page, and what has passed since then by a
 * clock that is never set. At hydration it is the time of the page, as on the server.
 */
export function useServerNow(isTicking = true): number {
  const { now: madeAt } = usePage()
  const live = use(LiveContext)
  const [present, setPresent] = useState(madeAt)
  useEffect(() => {
    const start = performance.now()
    // The page may have been fetched ahead of its turn, and the machine may have slept since its document came.
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

/** Whole seconds until then by the server's clock; 0 afterwards. */
export function useSecondsLeft(at: number): number {
  const { now: madeAt } = usePage()
  const [isOver, setIsOver] = useState(at <= madeAt)
  const seconds = Math.max(0, Math.ceil((at - useServerNow(!isOver)) / 1000))
  if (isOver !== (seconds === 0)) setIsOver(seconds === 0)
  return seconds
}

/** Time since then by the server's clock, in ms. */
export function useElapsed(since: number): number {
  return Math.max(0, useServerNow() - since)
}

/** The event that says so needs this time at most; after that the page looks by itself. */
const eventMs = 700
const retryMs = 3_000

/** Reads the page again when the clock has ended what it shows (ms), should the event about it be lost; null: no clock does. */
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

/** Reads the page again when it comes back on screen: another tab may have changed what it shows, and timers may have slept. */
export function useRefreshWhenShown(): void {
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && navigator.onLine && refreshPage()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
}

/** A waiting room's figures are read again so often, and with them whatever a lost event has said. */
const refreshMs = 30_000
/** The first time: the page may have missed an event while it was on its way. */
const firstRefreshMs = 10_000

/** Reads the page of somebody who waits again and again while it is on screen, and when it comes back there. */
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
