import type { OwnPhotoView } from '#features/photos/contract.ts'
import { noteChange } from '#shared/changes.ts'
import type { sendPhoto } from './send-photo.ts'
import { createUploadList, isRefusedForGood, isUnderWay, type ChosenUpload, type NewUpload } from './upload-list.ts'

type OnSent = (photos: OwnPhotoView[], notice: string) => void

/**
 * Uploads photos one after another, even while other pages of the app are shown. Refused ones stay until they are retried or
 * removed.
 */
export function createUploads(load: () => Promise<{ sendPhoto: typeof sendPhoto }>) {
  const { list, subscribe, isShown, find, add, change, remove } = createUploadList()
  let queue = Promise.resolve()
  let sending: { key: string; cancel: () => void } | null = null
  let onSent: OnSent | null = null

  const discard = (key: string) => {
    const upload = find(key)
    if (!upload) return
    if (sending?.key === key) sending.cancel()
    remove(upload)
  }

  const refuse = ({ key, onMissed }: ChosenUpload, refusal: string, canRetry: boolean) => {
    change(key, { share: null, refusal, canRetry })
    if (!isShown()) onMissed(refusal)
  }

  const send = async (key: string) => {
    const upload = find(key)
    if (!upload) return
    change(key, { share: 0 })
    try {
      const part = await load()
      if (!find(key)) return
      const { answer, cancel } = part.sendPhoto(upload.body, (share) => change(key, { share }), upload.offlineText)
      sending = { key, cancel }
      const answered = await answer
      if (answered.kind === 'refused') refuse(upload, answered.message, answered.canRetry)
      if (answered.kind !== 'done') return
      noteChange()
      discard(key)
      onSent?.(answered.photos, answered.notice)
    } catch {
      refuse(upload, upload.offlineText, true) // offline before anything was sent
    } finally {
      sending = null
    }
  }

  const enqueue = (key: string) => {
    change(key, { refusal: null })
    queue = queue.then(() => send(key))
  }

  return {
    list,
    subscribe,
    /** Registers the one listener for each uploaded photo; returns the unsubscribe function. */
    onSent(next: OnSent) {
      onSent = next
      return () => {
        if (onSent === next) onSent = null
      }
    },
    discard,
    /** Drops permanently refused photos once others were chosen instead. */
    discardRefused() {
      for (const upload of list()) if (isRefusedForGood(upload)) discard(upload.key)
    },
    retry: enqueue,
    add: (chosen: NewUpload) => enqueue(add(chosen)),
    /** Waits for all current uploads; false if any of them was refused. */
    async areSent(): Promise<boolean> {
      const waiting = list()
        .filter(isUnderWay)
        .map(({ key }) => key)
      await queue
      return !waiting.some(find)
    },
  }
}
