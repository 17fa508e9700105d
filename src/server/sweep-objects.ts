const objectsPerRun = 1000

type Sweep = {
  prefix: string
  /** The object that says where the last run stopped; together the runs cover everything under the prefix. */
  cursorKey: string
  /** Younger objects are left alone: their row may not be written yet. In ms. */
  olderThan: number
}

/**
 * Cron: removes those of a bucket's next 1,000 objects under a prefix that `findOver` returns. `rows`: number of objects removed,
 * `looked`: number of objects checked. Safe to run at any time and repeatedly.
 */
export async function sweepObjects(
  bucket: R2Bucket,
  { prefix, cursorKey, olderThan }: Sweep,
  findOver: (names: string[]) => Promise<string[]>,
): Promise<{ rows: number; looked: number }> {
  const startAfter = (await (await bucket.get(cursorKey))?.text()) || undefined
  const { objects, truncated } = await bucket.list({ prefix, startAfter, limit: objectsPerRun })
  const old = objects.filter(({ uploaded }) => uploaded.getTime() < olderThan).map(({ key }) => key)
  const over = old.length > 0 ? await findOver(old) : []
  if (over.length > 0) await bucket.delete(over)
  const last = objects.at(-1)
  if (truncated && last) await bucket.put(cursorKey, last.key)
  else if (startAfter !== undefined) await bucket.delete(cursorKey)
  return { rows: over.length, looked: objects.length }
}
