import { useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import type { Upload } from './upload-list.ts'
import styles from './photo-tile.module.css'

type UploadTileProps = { upload: Upload; number: number; onRetry: () => void; onDiscard: () => void }

/** A photo being uploaded: its progress, or what to do after a refusal. */
export function UploadTile({ upload: { preview, share, refusal, canRetry }, number, onRetry, onDiscard }: UploadTileProps) {
  const { t } = useI18n()
  const [isPicture, setIsPicture] = useState(true)
  const percent = Math.round((share ?? 0) * 100)
  const label = t('photos.alt', { number })
  return (
    <li className={styles.tile}>
      {/* If the file is not a picture, only its refusal can be shown. */}
      {isPicture ? (
        <img className={`${styles.picture} ${styles.waiting}`} src={preview} alt={label} onError={() => setIsPicture(false)} />
      ) : (
        <span className={styles.broken}>
          <Icon name="image" size="l" label={label} />
        </span>
      )}
      {refusal === null ? (
        <span className={styles.progress}>
          <progress value={percent} max={100} aria-label={label} />
          <span>{percent < 100 ? t('photos.add.uploading', { percent }) : t('photos.add.finishing')}</span>
        </span>
      ) : canRetry ? (
        <IconButton className={styles.retry} kind="raised" icon="refresh-cw" label={t('common.form.retry')} onClick={onRetry} />
      ) : null}
      <IconButton
        className={styles.corner}
        kind="raised"
        icon="x"
        label={t('photos.add.discard', { number })}
        onClick={onDiscard}
      />
    </li>
  )
}
