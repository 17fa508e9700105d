import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { inWidth, srcSetOf } from '#shared/photo.ts'
import type { PhotoView } from '#features/photos/contract.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import styles from './photo-lightbox.module.css'
import { usePinch } from '../crop/use-pinch.ts'

type PhotoLightboxProps = {
  photos: readonly PhotoView[]
  name: string
  /** Counted from 0. */
  start: number
  /** `last`: the photo on screen when it closes. */
  onClose: (last: number) => void
}

/** One photo at a time at the size of the window: arrows and swipes turn the page, two fingers or a double press enlarge. */
export function PhotoLightbox({ photos, name, start, onClose }: PhotoLightboxProps) {
  const { t } = useI18n()
  const dialog = useRef<HTMLDialogElement>(null)
  const [at, setAt] = useState(start)
  const turn = (by: number) => setAt((now) => Math.min(photos.length - 1, Math.max(0, now + by)))
  const { view, handlers } = usePinch(at, turn)
  const photo = photos[at]

  useEffect(() => dialog.current?.showModal(), [])

  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    turn(by)
  }
  if (!photo) return null
  const alt = t('photos.of', { number: at + 1, name })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys turn the page wherever the focus is in it
    <dialog
      ref={dialog}
      className={styles.lightbox}
      aria-label={t('photos.more', { name })}
      onClose={() => onClose(at)}
      onKeyDown={onKeyDown}
    >
      <div className={styles.stage} {...handlers}>
        <img
          key={photo.id}
          className={styles.photo}
          src={inWidth(photo.address, 1280)}
          srcSet={srcSetOf(photo.address)}
          sizes="100vw"
          alt={alt}
          width={photo.width}
          height={photo.height}
          draggable={false}
          data-scale={view.scale}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
        />
      </div>
      <p className={styles.count} aria-live="polite">
        <span aria-hidden="true">
          {at + 1} / {photos.length}
        </span>
        <span className="visually-hidden">{alt}</span>
      </p>
      {photos.length > 1 ? (
        <>
          <IconButton
            className={styles.previous}
            icon="chevron-left"
            kind="raised"
            label={t('photos.previous')}
            disabled={at === 0}
            onClick={() => turn(-1)}
          />
          <IconButton
            className={styles.next}
            icon="chevron-right"
            kind="raised"
            label={t('photos.next')}
            disabled={at === photos.length - 1}
            onClick={() => turn(1)}
          />
        </>
      ) : null}
      <IconButton
        className={styles.close}
        icon="x"
        kind="raised"
        label={t('common.form.close')}
        onClick={() => dialog.current?.close()}
      />
    </dialog>
  )
}
