/** The longest wait that the server names when it closes with 1012: the clients of a deployment return spread over this time. */
export const longestRestartWaitMs = 30_000

/**
 * The reason of a close with 1012: the client's wait before its first attempt, drawn at random. `random`: in [0, 1). `factor`:
 * divides the wait, just as it widens other limits (`LIMITS_FACTOR`).
 */
export function restartReason(random: number, factor = 1): string {
  return `wait ${Math.floor((random * longestRestartWaitMs) / factor)} ms`
}

/** Returns the wait named in a reason, ms, capped at the longest; null for any other reason. */
export function readRestartWait(reason: string): number | null {
  const [, ms] = /^wait (\d{1,6}) ms$/.exec(reason) ?? []
  return ms === undefined ? null : Math.min(Number(ms), longestRestartWaitMs)
}
