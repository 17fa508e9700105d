import type { KeyboardEvent, PointerEvent, SubmitEvent } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import type { Action } from '#shared/routing/action.ts'
import { inWidth, srcSetOf } from '#shared/photo.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { openTarget } from '#ui/overlays/dialog.tsx'
import type { OwnPhotos, OwnPhotoView } from '#features/photos/contract.ts'
import { PhotoSheet } from './lightbox/photo-sheet.tsx'
import styles from './photo-tile.module.css'

type PhotoTileProps = {
  photo: OwnPhotoView
  /** From 1. */
  number: number
  count: number
  /** The first photo that is not rejected: others see it first, once it is approved. */
  isMain: boolean
  isDragged: boolean
  /** Null without a script, because dragging needs one. */
  handle: HandleEvents | null
  onSubmit: (action: Action<OwnPhotos>) => (event: SubmitEvent<HTMLFormElement>) => void
}

export type HandleEvents = {
  onPointerDown: (event: PointerEvent<HTMLButtonElement>) => void
  onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void
}

const marks = { pending: 'clock', approved: null, rejected: 'circle-alert' } as const

/** One of the member's own photos; a press opens its actions. */
export function PhotoTile({ photo, number, count, isMain, isDragged, handle, onSubmit }: PhotoTileProps) {
  const { t } = useI18n()
  const sheetId = `photo-${photo.id}`
  const mark = marks[photo.state]
  return (
    <li className={`${styles.tile} ${isDragged ? styles.dragged : ''}`} data-photo={photo.id}>
      <button
        type="button"
        className={styles.open}
        popoverTarget={sheetId}
        aria-haspopup="dialog"
        onClick={openTarget(sheetId)}
        aria-describedby={`${sheetId}-state`}
      >
        <img
          className={styles.picture}
          src={inWidth(photo.address, 320)}
          srcSet={srcSetOf(photo.address)}
          sizes="(min-width: 37.5rem) 11rem, 30vw"
          alt={t('photos.alt', { number })}
          width={photo.width}
          height={photo.height}
          decoding="async"
          draggable={false}
        />
        <span className="visually-hidden">{t('photos.options')}</span>
      </button>
      <span id={`${sheetId}-state`} className={styles.marks}>
        {mark ? (
          <span className={`${styles.mark} ${styles[photo.state]}`}>
            <Icon name={mark} size="s" label={t(`photos.state.${photo.state}`)} />
          </span>
        ) : null}
        {isMain ? <span className={styles.main}>{t('photos.main')}</span> : null}
      </span>
      {handle ? (
        <IconButton
          kind="raised"
          icon="menu"
          label={t('photos.move.handle', { number })}
          className={`${styles.corner} ${styles.handle}`}
          {...handle}
        />
      ) : null}
      <PhotoSheet {...{ photo, number, count, isMain, onSubmit }} id={sheetId} />
    </li>
  )
}
