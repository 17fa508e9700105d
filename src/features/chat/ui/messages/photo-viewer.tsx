import { useEffect, useRef } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import styles from './photo-viewer.module.css'

type PhotoViewerProps = { source: string; alt: string; width: number; height: number; onClose: () => void }

/** One photo at the size of the window. A press anywhere closes it. */
export function PhotoViewer({ source, alt, width, height, onClose }: PhotoViewerProps) {
  const { t } = useI18n()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape and the button close it, too
    <dialog ref={dialog} className={styles.viewer} aria-label={alt} onClose={onClose} onClick={() => dialog.current?.close()}>
      <img src={source} alt={alt} width={width} height={height} />
      <IconButton className={styles.close} icon="x" label={t('common.form.close')} kind="raised" />
    </dialog>
  )
}
