import { useEffect, useEffectEvent, useRef } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import styles from './composer.module.css'

/** The types of features/photos/contract.ts, repeated here because a page without a photo needs nothing else of it. */
const acceptedTypes = 'image/jpeg,image/png,image/webp'

type AttachPhotoProps = { isNoScript: boolean; isDisabled: boolean; onFiles: (files: Iterable<File>) => void }

/** The button that chooses a photo; without a script, a plain file field. */
export function AttachPhoto({ isNoScript, isDisabled, onFiles }: AttachPhotoProps) {
  const { t } = useI18n()
  const file = useRef<HTMLInputElement>(null)
  const takeFiles = useEffectEvent(onFiles)
  // Somebody may have chosen a file before hydration.
  useEffect(() => takeFiles(file.current?.files ?? []), [])
  return (
    <label className={`${styles.attach} ${isNoScript ? styles.noScript : ''}`} title={t('chat.photo.attach')}>
      <Icon name="image" />
      <input
        ref={file}
        type="file"
        name="file"
        accept={acceptedTypes}
        className={isNoScript ? undefined : 'visually-hidden'}
        aria-label={t('chat.photo.attach')}
        disabled={isDisabled}
        onChange={(event) => {
          onFiles(event.currentTarget.files ?? [])
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}
