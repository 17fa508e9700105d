import type { Env } from './env.ts'
import { warn } from './log.ts'

/** What is counted; docs/operations/watch.md names the columns of each. */
type Counter = 'request' | 'client-error' | 'security'

/**
 * Writes one data point to Analytics Engine: `labels` become its blobs, `numbers` its doubles. Does nothing if it is not bound,
 * as locally. Labels are our own names, as in the log. Never throws, because no request may fail because of its counter.
 */
export function count(
  env: Pick<Env, 'COUNTERS'>,
  name: Counter,
  labels: readonly string[] = [],
  numbers: readonly number[] = [],
): void {
  try {
    env.COUNTERS?.writeDataPoint({ indexes: [name], blobs: [...labels], doubles: [...numbers] })
  } catch (error) {
    warn('count', error)
  }
}
