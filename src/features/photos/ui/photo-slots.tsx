import { Suspense, useEffect, useId, useRef, useState, useSyncExternalStore, type SubmitEvent } from 'react'
import type { Action } from '#shared/routing/action.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { useFlash } from '#shared/react/page-context.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { formBody } from '#ui/forms/send-action.ts'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import { photoActions, photoLimits, type OwnPhotos, type OwnPhotosProps, type OwnPhotoView } from '#features/photos/contract.ts'
import { AddSlot, EmptySlot } from './add-slot.tsx'
import { CropSheet } from './crop/lazy-browser.ts'
import { PhotoTile } from './photo-tile.tsx'
import styles from './photo-slots.module.css'
import { UploadTile } from './upload-tile.tsx'
import { useDrag } from './crop/use-drag.ts'
import { usePhotos } from './use-photos.ts'
import { discardRefused, discardUpload, retryUpload, useUploads } from './use-uploads.ts'

type PhotoSlotsProps = {
  photos: OwnPhotoView[]
  /** Why nothing can be added at present; null where it can. */
  closed: OwnPhotosProps['photosClosed']
  /** Called with every list that the server sent. */
  onPhotos?: (photos: OwnPhotoView[]) => void
}

/** Six slots: add photos, put them in order by drag, keys or buttons, remove them. Works as plain forms too. */
export function PhotoSlots({ photos: initial, closed, onPhotos }: PhotoSlotsProps) {
  const { t, tn } = useI18n()
  const inputId = useId()
  const editor = usePhotos(initial, onPhotos)
  const { photos, said } = editor
  const hasScript = useHasScript()
  const flash = useFlash(photoActions.upload.form)
  /** Chosen files that still have to be cropped; the first one is on screen. */
  const [chosen, setChosen] = useState<File[]>([])
  const focus = useRef<HTMLElement | null>(null)
  const box = useRestoredFocus<HTMLDivElement>()
  const { uploads, add } = useUploads((list, notice) => {
    editor.take(list)
    editor.say({ kind: 'done', text: notice })
  })
  const { dragged, handleOf } = useDrag(editor, focus)

  // An element that was moved within its list has lost the focus.
  useEffect(() => {
    if (focus.current?.isConnected) focus.current.focus()
    focus.current = null
  })

  const submit = (action: Action<OwnPhotos>) => (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent
    focus.current = event.currentTarget.closest('[data-photo]')?.querySelector('button') ?? null
    event.currentTarget.closest('dialog')?.close()
    void editor.run(action, formBody(event.currentTarget, submitter))
  }

  const free = closed ? 0 : photoLimits.most - photos.length - uploads.length
  const choose = (files: File[]) => {
    const room = free + uploads.filter(({ refusal, canRetry }) => refusal !== null && !canRetry).length
    discardRefused()
    editor.say(files.length > room ? { kind: 'refused', text: t('photos.add.full') } : null)
    setChosen(files.slice(0, room))
  }
  const next = () => setChosen((files) => files.slice(1))
  const [cutting] = chosen
  const mainId = photos.find(({ state }) => state !== 'rejected')?.id
  const refusal = uploads.find((upload) => upload.refusal !== null)?.refusal ?? null
  return (
    <div ref={box} className={styles.slots}>
      {closed ? <Notice title={closed.title}>{closed.text}</Notice> : null}
      <Outcome said={said} refusal={refusal} />
      {photos.length > 0 ? (
        <p className={styles.count}>
          {tn('photos.count', photos.length, { most: photoLimits.most })}
          {photos.some((photo) => photo.state === 'pending') ? ` · ${t('photos.state.pendingText')}` : null}
        </p>
      ) : null}
      <ol className={styles.photos} aria-label={t('photos.list')}>
        {photos.map((photo, index) => (
          <PhotoTile
            key={photo.id}
            photo={photo}
            number={index + 1}
            count={photos.length}
            isMain={photo.id === mainId}
            isDragged={dragged === photo.id}
            handle={hasScript && photos.length > 1 ? handleOf(photo.id) : null}
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
          <AddSlot inputId={inputId} error={flash?.fields?.['file'] ?? flash?.error} onChosen={choose} hasScript={hasScript} />
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
              next()
              focus.current = document.getElementById(inputId)
              add(photo)
            }}
            onCancel={next}
          />
        </Suspense>
      ) : null}
      {closed ? null : <p className={styles.count}>{free > 0 ? t('photos.add.hint') : t('photos.add.full')}</p>}
    </div>
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

/** The result of the last change, by this script or by a plain form before this page. */
function Outcome({ said, refusal }: { said: ReturnType<typeof usePhotos>['said']; refusal: string | null }) {
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

/** False on the server and while its page is being hydrated. */
function useHasScript(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
