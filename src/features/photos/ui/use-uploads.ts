import { useEffect, useRef, useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import type { OwnPhotoView } from '#features/photos/contract.ts'

/** A photo on its way: `share` is 0 to 1 of what has left, or null while it waits or was refused. */
export type Upload = { key: string; preview: string; share: number | null; refusal: string | null }

type Sent = (photos: OwnPhotoView[], notice: string) => void

/** Photos that are being uploaded, one after the other. What was refused stays, to be tried again or taken away. */
export function useUploads(onSent: Sent) {
  const { t } = useI18n()
  const [uploads, setUploads] = useState<Upload[]>([])
  const bodies = useRef(new Map<string, { body: Blob; preview: string }>())
  const queue = useRef<Promise<void>>(Promise.resolve())
  const sending = useRef<{ key: string; cancel: () => void } | null>(null)
  const nextKey = useRef(0)

  useEffect(() => {
    const kept = bodies.current
    return () => {
      sending.current?.cancel()
      for (const { preview } of kept.values()) URL.revokeObjectURL(preview)
    }
  }, [])

  const change = (key: string, to: Partial<Upload>) =>
    setUploads((list) => list.map((upload) => (upload.key === key ? { ...upload, ...to } : upload)))

  const discard = (key: string) => {
    const preview = bodies.current.get(key)?.preview
    bodies.current.delete(key)
    if (sending.current?.key === key) sending.current.cancel()
    setUploads((list) => list.filter((upload) => upload.key !== key))
    if (preview) URL.revokeObjectURL(preview)
  }

  const send = async (key: string) => {
    const body = bodies.current.get(key)?.body
    if (!body) return
    change(key, { share: 0 })
    try {
      const { sendPhoto } = await import('./send-photo.ts')
      const { answer, cancel } = sendPhoto(body, (share) => change(key, { share }), t('common.error.offline'))
      sending.current = { key, cancel }
      const answered = await answer
      if (answered.kind === 'refused') change(key, { share: null, refusal: answered.message })
      if (answered.kind !== 'done') return
      discard(key)
      onSent(answered.photos, answered.notice)
    } catch {
      change(key, { share: null, refusal: t('common.error.offline') }) // offline before anything was sent
    } finally {
      if (sending.current?.key === key) sending.current = null
    }
  }

  const enqueue = (key: string) => {
    change(key, { refusal: null })
    queue.current = queue.current.then(() => send(key))
  }

  return {
    uploads,
    discard,
    retry: enqueue,
    add(body: Blob) {
      const [key, preview] = [`upload-${nextKey.current++}`, URL.createObjectURL(body)]
      bodies.current.set(key, { body, preview })
      setUploads((list) => [...list, { key, preview, share: null, refusal: null }])
      enqueue(key)
    },
  }
}
