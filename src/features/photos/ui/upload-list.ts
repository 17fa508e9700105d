/**
 * A photo being uploaded: `share` is the share sent, 0 to 1, or null while it waits or was refused. `canRetry`: the same file may
 * be accepted later.
 */
export type Upload = { key: string; preview: string; share: number | null; refusal: string | null; canRetry: boolean }

export type ChosenUpload = Upload & {
  body: Blob
  offlineText: string
  /** Called with a refusal that no page shows. */
  onMissed: (refusal: string) => void
}

export type NewUpload = Pick<ChosenUpload, 'body' | 'offlineText' | 'onMissed'>

export const isUnderWay = ({ refusal }: Upload) => refusal === null
/** The same file would be refused again: other files may take its slot. */
export const isRefusedForGood = ({ refusal, canRetry }: Upload) => refusal !== null && !canRetry

const ask = (event: Event) => event.preventDefault()

/** The uploads that pages show. During an upload, the browser asks before the document is left. */
export function createUploadList() {
  let uploads: readonly ChosenUpload[] = []
  let added = 0
  const listeners = new Set<() => void>()

  const set = (list: readonly ChosenUpload[]) => {
    uploads = list
    if (list.some(isUnderWay)) addEventListener('beforeunload', ask)
    else removeEventListener('beforeunload', ask)
    for (const listener of listeners) listener()
  }

  return {
    list: () => uploads,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** False while no page shows the list. */
    isShown: () => listeners.size > 0,
    find: (key: string) => uploads.find((upload) => upload.key === key),
    /** Returns the upload's key. */
    add(chosen: NewUpload): string {
      const key = `upload-${added++}`
      const preview = URL.createObjectURL(chosen.body)
      set([...uploads, { ...chosen, key, preview, share: null, refusal: null, canRetry: false }])
      return key
    },
    change(key: string, to: Partial<Upload>) {
      set(uploads.map((upload) => (upload.key === key ? { ...upload, ...to } : upload)))
    },
    remove({ key, preview }: Upload) {
      URL.revokeObjectURL(preview)
      set(uploads.filter((other) => other.key !== key))
    },
  }
}
