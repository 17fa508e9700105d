import { performance } from 'node:perf_hooks'

/** What a step has begun: work that ends by itself, or a function that ends it after the step's `forMs`. */
export type Begun = { work?: Promise<unknown>; end?: (() => void) | undefined } | undefined | void

/** Does every step at its time; resolves when the last one is done. What still lasts then is the caller's to end. */
export async function play<Step extends { atMs: number }>(steps: readonly Step[], take: (step: Step) => Begun): Promise<void> {
  const startedAt = performance.now()
  const work: Promise<unknown>[] = []
  const timers = new Set<ReturnType<typeof setTimeout>>()
  for (const step of steps) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, startedAt + step.atMs - performance.now())))
    const begun = take(step)
    if (begun?.work) work.push(begun.work)
    if (begun?.end && 'forMs' in step && typeof step.forMs === 'number') timers.add(setTimeout(begun.end, step.forMs))
  }
  for (const timer of timers) clearTimeout(timer)
  await Promise.all(work)
}
