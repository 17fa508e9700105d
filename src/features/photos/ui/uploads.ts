import type { OwnPhotoView } from '#features/photos/contract.ts'
import { noteChange } from '#shared/changes.ts'
import type { sendPhoto } from './send-photo.ts'

/** A photo being uploaded: `share` is the share sent, 0 to 1, or null while it waits or was refused. `canRetry`: the same file may pass later. */
export type Upload = { key: string; preview: string; share: number | null; refusal: string | null; canRetry: boolean }

type Chosen = Upload & {
  body: Blob
  offlineText: string
  /** Called with a refusal that no page shows. */
  onMissed: (refusal: string) => void
}

type OnSent = (photos: OwnPhotoView[], notice: string) => void

const isUnderWay = ({ refusal }: Upload) => refusal === null

const ask = (event: Event) => event.preventDefault()

/**
 * Uploads photos one after the other. Uploads continue while other pages of the app are shown; the browser asks before
 * the document is left. Refused photos stay until they are retried or removed.
 */
export function createUploads(load: () => Promise<{ sendPhoto: typeof sendPhoto }>) {
  let uploads: readonly Chosen[] = []
  let added = 0
  let queue = Promise.resolve()
  let sending: { key: string; cancel: () => void } | null = null
  let onSent: OnSent | null = null
  const listeners = new Set<() => void>()

  const find = (key: string) => uploads.find((upload) => upload.key === key)

  const set = (list: readonly Chosen[]) => {
    uploads = list
    if (list.some(isUnderWay)) addEventListener('beforeunload', ask)
    else removeEventListener('beforeunload', ask)
    for (const listener of listeners) listener()
  }
  const change = (key: string, to: Partial<Upload>) =>
    set(uploads.map((upload) => (upload.key === key ? { ...upload, ...to } : upload)))

  const discard = (key: string) => {
    const upload = find(key)
    if (!upload) return
    if (sending?.key === key) sending.cancel()
    URL.revokeObjectURL(upload.preview)
    set(uploads.filter((other) => other !== upload))
  }

  const refuse = ({ key, onMissed }: Chosen, refusal: string, canRetry: boolean) => {
    change(key, { share: null, refusal, canRetry })
    if (listeners.size === 0) onMissed(refusal)
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
    list: () => uploads,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Registers the one listener for each photo that has arrived; returns the unsubscribe function. */
    onSent(next: OnSent) {
      onSent = next
      return () => {
        if (onSent === next) onSent = null
      }
    },
    discard,
    /** Drops what was refused for good, once others were chosen in its place. */
    discardRefused() {
      for (const { key, refusal, canRetry } of uploads) if (refusal !== null && !canRetry) discard(key)
    },
    retry: enqueue,
    add(chosen: Pick<Chosen, 'body' | 'offlineText' | 'onMissed'>) {
      const key = `upload-${added++}`
      set([
        ...uploads,
        { ...chosen, key, preview: URL.createObjectURL(chosen.body), share: null, refusal: null, canRetry: false },
      ])
      enqueue(key)
    },
    /** Waits for all uploads under way; false when any of them was refused. */
    async areSent(): Promise<boolean> {
      const waiting = uploads.filter(isUnderWay).map(({ key }) => key)
      await queue
      return !waiting.some(find)
    },
  }
}
