import { Suspense, useId, useSyncExternalStore, type SubmitEvent } from 'react'
import type { Action } from '#shared/routing/action.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { useFlash } from '#shared/react/page-context.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { formBody } from '#ui/forms/send-action.ts'
import { photoActions, photoLimits, type OwnPhotos, type OwnPhotosProps, type OwnPhotoView } from '#features/photos/contract.ts'
import { AddSlot, EmptySlot } from './add-slot.tsx'
import { CropSheet } from './crop/lazy-browser.ts'
import { PhotoTile } from './photo-tile.tsx'
import styles from './photo-slots.module.css'
import { UploadTile } from './upload-tile.tsx'
import type { Said } from './use-photos.ts'
import { usePhotoSlots } from './use-photo-slots.ts'
import { discardUpload, retryUpload } from './use-uploads.ts'

type PhotoSlotsProps = {
  photos: OwnPhotoView[]
  /** Why nothing can be added now; null if it can. */
  closed: OwnPhotosProps['photosClosed']
  /** Called with every list that the server sent. */
  onPhotos?: (photos: OwnPhotoView[]) => void
}

/** Six slots: add photos, order them by drag, keys or buttons, remove them. Also works as plain forms. */
export function PhotoSlots({ photos: initial, closed, onPhotos }: PhotoSlotsProps) {
  const { t } = useI18n()
  const inputId = useId()
  const hasScript = useHasScript()
  const flash = useFlash(photoActions.upload.form)
  const { box, photos, said, uploads, free, chosen, ...slots } = usePhotoSlots({ photos: initial, isClosed: !!closed, onPhotos })
  const [cutting] = chosen

  const submit = (action: Action<OwnPhotos>) => (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent
    slots.focusNext(event.currentTarget.closest('[data-photo]')?.querySelector('button') ?? null)
    event.currentTarget.closest('dialog')?.close()
    void slots.run(action, formBody(event.currentTarget, submitter))
  }

  const mainId = photos.find(({ state }) => state !== 'rejected')?.id
  const refusal = uploads.find((upload) => upload.refusal !== null)?.refusal ?? null
  return (
    <div ref={box} className={styles.slots}>
      {closed ? <Notice title={closed.title}>{closed.text}</Notice> : null}
      <Outcome said={said} refusal={refusal} />
      {photos.length > 0 ? <Count photos={photos} /> : null}
      <ol className={styles.photos} aria-label={t('photos.list')}>
        {photos.map((photo, index) => (
          <PhotoTile
            key={photo.id}
            photo={photo}
            number={index + 1}
            count={photos.length}
            isMain={photo.id === mainId}
            isDragged={slots.dragged === photo.id}
            handle={hasScript && photos.length > 1 ? slots.handleOf(photo.id) : null}
            onSubmit={submit}
          />
        ))}
        {uploads.map((upload, index) => (
          <UploadTile
            key={upload.key}
            upload={upload}
            number={photos.length + index + 1}
            onRetry={() => retryUpload(upload.key)}
            onDiscard={() => discardUpload(upload.key)}
          />
        ))}
        {free > 0 ? (
          <AddSlot
            inputId={inputId}
            error={flash?.fields?.['file'] ?? flash?.error}
            onChosen={slots.choose}
            hasScript={hasScript}
          />
        ) : null}
        {Array.from({ length: Math.max(0, free - 1) }, (_, index) => (
          <EmptySlot key={index} inputId={inputId} />
        ))}
      </ol>
      <Reasons photos={photos} />
      {cutting ? (
        <Suspense fallback={null}>
          <CropSheet
            key={chosen.length}
            file={cutting}
            onUse={(photo) => {
              slots.focusNext(document.getElementById(inputId))
              slots.use(photo)
            }}
            onCancel={slots.skip}
          />
        </Suspense>
      ) : null}
      {closed ? null : <p className={styles.count}>{free > 0 ? t('photos.add.hint') : t('photos.add.full')}</p>}
    </div>
  )
}

function Count({ photos }: { photos: readonly OwnPhotoView[] }) {
  const { t, tn } = useI18n()
  return (
    <p className={styles.count}>
      {tn('photos.count', photos.length, { most: photoLimits.most })}
      {photos.some((photo) => photo.state === 'pending') ? ` · ${t('photos.state.pendingText')}` : null}
    </p>
  )
}

/** Why photos are not shown: one sentence each. */
function Reasons({ photos }: { photos: readonly OwnPhotoView[] }) {
  const { t } = useI18n()
  const refused = photos.flatMap(({ id, reason }, index) => (reason ? [{ id, reason, number: index + 1 }] : []))
  if (refused.length === 0) return null
  return (
    <ul className={styles.reasons}>
      {refused.map(({ id, reason, number }) => (
        <li key={id}>
          <Icon name="circle-alert" size="s" />
          <span>{t('photos.state.why', { number, reason: t(`photos.reason.${reason}`) })}</span>
        </li>
      ))}
    </ul>
  )
}

/** The result of the last change, made by this script or by a plain form on the previous page. */
function Outcome({ said, refusal }: { said: Said; refusal: string | null }) {
  const [upload, move, remove] = [
    useFlash(photoActions.upload.form),
    useFlash(photoActions.move.form),
    useFlash(photoActions.remove.form),
  ]
  const flash = move ?? remove
  const error = refusal ?? (said ? (said.kind === 'refused' ? said.text : undefined) : flash?.error)
  const done = said ? (said.kind === 'done' ? said.text : undefined) : (flash?.notice ?? upload?.notice)
  return (
    <div aria-live="polite" className={styles.outcome}>
      {error ? <Notice kind="error">{error}</Notice> : null}
      {done && !error ? <Notice kind="success">{done}</Notice> : null}
    </div>
  )
}

const never = () => () => {}

/** False on the server and during hydration. */
function useHasScript(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
