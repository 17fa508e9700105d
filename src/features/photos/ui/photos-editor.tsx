import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type PointerEvent,
  type SubmitEvent,
} from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { useFlash } from '#shared/page-context.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { formBody } from '#ui/send-action.ts'
import { photoForms, photoLimits, type OwnPhotoView } from '#features/photos/contract.ts'
import { orderAfter, placedAt } from '#features/photos/rules.ts'
import { AddPhoto } from './add-photo.tsx'
import { PhotoTile, type HandleEvents } from './photo-tile.tsx'
import styles from './photos-editor.module.css'
import { usePhotos } from './use-photos.ts'

type PhotosEditorProps = {
  photos: OwnPhotoView[]
  /** For links to this part of the page. */
  id?: string
}

/** A section with one's own photos: add, put in order by drag, keys or buttons, remove. Works as plain forms too. */
export function PhotosEditor({ photos: initial, id }: PhotosEditorProps) {
  const { t, tn } = useI18n()
  const headingId = useId()
  const editor = usePhotos(initial)
  const { photos, said } = editor
  const hasScript = useHasScript()
  const [dragged, setDragged] = useState<string | null>(null)
  const focus = useRef<HTMLElement | null>(null)
  const ids = photos.map((photo) => photo.id)

  // An element that was moved within its list has lost the focus.
  useEffect(() => {
    if (focus.current?.isConnected) focus.current.focus()
    focus.current = null
  })

  const submit = (action: string) => (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent
    if (submitter?.ariaDisabled === 'true') return
    focus.current = submitter
    event.currentTarget.closest('dialog')?.close()
    void editor.run(action, formBody(event.currentTarget, submitter))
  }

  const move = useEffectEvent((event: globalThis.PointerEvent) => {
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-photo]')
    const place = ids.indexOf(under?.dataset['photo'] ?? '')
    if (dragged !== null && place !== -1 && ids[place] !== dragged) editor.hold(placedAt(ids, dragged, place))
  })
  const drop = useEffectEvent(() => {
    setDragged(null)
    editor.drop()
  })

  // On the window: the dragged tile moves within the list, and an element that moves loses its pointer.
  useEffect(() => {
    if (dragged === null) return
    const listening = new AbortController()
    window.addEventListener('pointermove', move, listening)
    window.addEventListener('pointerup', drop, listening)
    window.addEventListener('pointercancel', drop, listening)
    return () => listening.abort()
  }, [dragged])

  const handleOf = (photoId: string): HandleEvents => ({
    onPointerDown(event: PointerEvent<HTMLButtonElement>) {
      if (event.button === 0) setDragged(photoId)
    },
    onKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
      const step = steps[event.key]
      if (!step) return
      event.preventDefault()
      const order = orderAfter(ids, photoId, step)
      focus.current = event.currentTarget
      editor.order(order)
      editor.say({ kind: 'done', text: t('photos.move.now', { number: order.indexOf(photoId) + 1, count: order.length }) })
    },
  })

  return (
    <Card as="section" id={id} labelledBy={headingId} className={styles.section}>
      <div className={styles.words}>
        <h2 id={headingId}>{t('photos.title')}</h2>
        <p>{t('photos.intro')}</p>
      </div>
      <Outcome said={said} />
      {photos.length > 0 ? (
        <>
          <p className={styles.count}>
            {tn('photos.count', photos.length, { most: photoLimits.most })}
            {photos.some((photo) => photo.state === 'pending') ? ` · ${t('photos.state.pendingText')}` : null}
          </p>
          <ol className={styles.photos} aria-label={t('photos.list')}>
            {photos.map((photo, index) => (
              <PhotoTile
                key={photo.id}
                photo={photo}
                number={index + 1}
                count={photos.length}
                isDragged={dragged === photo.id}
                handle={hasScript && photos.length > 1 ? handleOf(photo.id) : null}
                onSubmit={submit}
              />
            ))}
          </ol>
        </>
      ) : null}
      {photos.length < photoLimits.most ? (
        <AddPhoto
          onAdded={(list, notice) => {
            editor.take(list)
            editor.say({ kind: 'done', text: notice })
          }}
        />
      ) : (
        <p>{t('photos.add.full')}</p>
      )}
    </Card>
  )
}

const steps = {
  ArrowLeft: 'earlier',
  ArrowUp: 'earlier',
  ArrowRight: 'later',
  ArrowDown: 'later',
  Home: 'first',
} as Readonly<Record<string, 'earlier' | 'later' | 'first' | undefined>>

/** What came of the last change: of this script, or of a form before this page. */
function Outcome({ said }: { said: ReturnType<typeof usePhotos>['said'] }) {
  const [upload, move, remove] = [useFlash(photoForms.upload), useFlash(photoForms.move), useFlash(photoForms.remove)]
  const flash = move ?? remove
  const error = said ? (said.kind === 'refused' ? said.text : undefined) : flash?.error
  const done = said ? (said.kind === 'done' ? said.text : undefined) : (flash?.notice ?? upload?.notice)
  return (
    <div aria-live="polite">
      {error ? <Notice kind="error">{error}</Notice> : null}
      {done ? <Notice kind="success">{done}</Notice> : null}
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
