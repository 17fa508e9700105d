import { warn } from '#server/log.ts'
import { objectName, type PhotoStore } from '#features/chat/server/photos/photo-store.ts'

const againMs = 60_000

/**
 * Deletes the objects of due photos from the bucket, then their rows. Returns the time of the next sweep: after a failure, for
 * the rest, or when the next upload without a message is a day old. Null when nothing waits.
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

/** R2 deletes at most this many objects at once. */
const mostObjects = 1000

/** Deletes the objects of all photos, whether a message shows them or not; throws if the bucket does. */
export async function removeAllPhotos(store: PhotoStore, bucket: R2Bucket): Promise<void> {
  const names = store.listKeys().map(objectName)
  for (let start = 0; start < names.length; start += mostObjects) await bucket.delete(names.slice(start, start + mostObjects))
}
