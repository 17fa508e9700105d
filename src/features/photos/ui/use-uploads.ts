import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { OwnPhotoView } from '#features/photos/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import type { Upload } from './upload-list.ts'
import { createUploads } from './uploads.ts'

/** The document's uploads: they outlive the page on which they were chosen. The server adds none. */
const uploads = createUploads(() => import('./send-photo.ts'))

export const { areSent, discard: discardUpload, discardRefused, retry: retryUpload } = uploads

const none: readonly Upload[] = []

export const useUploadList = () => useSyncExternalStore<readonly Upload[]>(uploads.subscribe, uploads.list, () => none)

/** The photos being uploaded; `onSent` is called for each one that has arrived. */
export function useUploads(onSent: (photos: OwnPhotoView[], notice: string) => void) {
  const { t } = useI18n()
  const href = useHref()
  const onSentLatest = useEffectEvent(onSent)
  useEffect(() => uploads.onSent((photos, notice) => onSentLatest(photos, notice)), [])
  const add = (body: Blob) =>
    uploads.add({
      body,
      offlineText: t('common.error.offline'),
      onMissed: (title) => showToast({ type: 'error', title, href: href(routes.profileSettings, {}, { hash: 'photos' }) }),
    })
  return { uploads: useUploadList(), add }
}
