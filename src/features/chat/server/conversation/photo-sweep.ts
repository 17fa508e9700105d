import { warn } from '#server/log.ts'
import { objectName } from '../photos/photo-objects.ts'
import type { PhotoStore } from './photo-store.ts'

const againMs = 60_000

/**
 * Takes the objects of photos that have to go out of the bucket, then their rows. Answers when to come again: after a
 * failure, for the rest, or when the next upload without a message has been there for a day; null when nothing waits.
 */
export async function sweepPhotos(store: PhotoStore, bucket: R2Bucket, now: number): Promise<number | null> {
  const due = store.listDue(now)
  if (due.length > 0) {
    try {
      await bucket.delete(due.map(({ key }) => objectName(key)))
    } catch (error) {
      warn('chat photos', error)
      return now + againMs
    }
    for (const { id } of due) store.forget(id)
  }
  return store.nextDueAt()
}
