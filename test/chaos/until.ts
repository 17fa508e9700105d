import { performance } from 'node:perf_hooks'

/** Looks again and again until it holds; the milliseconds that took, or null when it never did in time. */
export async function until(holds: () => boolean | Promise<boolean>, patienceMs: number): Promise<number | null> {
  const startedAt = performance.now()
  for (;;) {
    if (await holds()) return performance.now() - startedAt
    if (performance.now() - startedAt > patienceMs) return null
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
