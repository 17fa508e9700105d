import { warn } from './log.ts'

/** `rows`: how many there were; `failed`: those that will be tried again. */
export type Finished = { rows: number; failed: number }

/** Finishes each item alone, all at once; those that fail are counted, and a line of the log says why the first one did. */
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
