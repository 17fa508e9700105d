/** The longest wait that the server names when it closes with 1012: so long all clients of a deployment take to come back. */
export const longestRestartWaitMs = 30_000

/**
 * The reason of a close with 1012: the wait before the client's first attempt, drawn for each. `random`: in [0, 1). `factor`:
 * how many times shorter it is, as other limits are wider by it (`LIMITS_FACTOR`).
 */
export function restartReason(random: number, factor = 1): string {
  return `wait ${Math.floor((random * longestRestartWaitMs) / factor)} ms`
}

/** Returns the wait that a reason names, ms; null for any other reason. Never more than the longest. */
export function readRestartWait(reason: string): number | null {
  const [, ms] = /^wait (\d{1,6}) ms$/.exec(reason) ?? []
  return ms === undefined ? null : Math.min(Number(ms), longestRestartWaitMs)
}
