import { warn } from './log.ts'

/** `rows`: how many there were; `failed`: those to be retried. */
export type Finished = { rows: number; failed: number }

/** Finishes the items independently and in parallel; failures are counted, and one log line has the reason of the first. */
export async function finishEach<Item>(
  what: string,
  items: readonly Item[],
  finish: (item: Item) => Promise<unknown>,
): Promise<Finished> {
  const results = await Promise.allSettled(items.map(finish))
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  if (reasons.length > 0) warn(what, reasons[0], { failed: reasons.length })
  return { rows: items.length, failed: reasons.length }
}
