type Clocks = { date: () => number; steady: () => number }

/**
 * The server's clock in a browser, counted from when the document was written. `ageMs`: how long ago that was. The browser's own
 * clock may be hours off, but continues while the machine sleeps. The monotonic clock is never adjusted, but may stop during
 * sleep.
 */
export function createServerClock(
  written: number,
  ageMs: number,
  { date, steady }: Clocks = { date: Date.now, steady: () => performance.now() },
): () => number {
  const [dateThen, steadyThen] = [date() - ageMs, steady() - ageMs]
  return () => written + Math.max(date() - dateThen, steady() - steadyThen)
}

/** The same by the monotonic clock alone, which is never adjusted: it may fall behind while the machine sleeps. */
export function createSteadyClock(written: number, ageMs: number, steady = () => performance.now()): () => number {
  const start = written - (steady() - ageMs)
  return () => start + steady()
}
