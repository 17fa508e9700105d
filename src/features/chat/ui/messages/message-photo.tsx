import { chatActions } from '#features/chat/contract.ts'
import { Suspense, useCallback, useState } from 'react'
import { addressOf } from '#shared/routing/address-of.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { useConnectionStatus } from '#shared/realtime/realtime.tsx'
import type { WirePhoto } from '#shared/realtime/wire.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { useConversation } from '../conversation/conversation-context.ts'
import styles from './photo.module.css'
import { PhotoViewer } from './lazy-browser.ts'

type MessagePhotoProps = {
  photo: WirePhoto | undefined
  /** The photo's own data while it is being sent. */
  blob: Blob | undefined
  cid: string
  isOwn: boolean
}

/**
 * A photo in its final size from the start. The blur over a recent match's photos is a checkbox, which also works without a
 * script. The photo itself links to the picture, which a script opens over the page.
 */
export function MessagePhoto({ photo, blob, cid, isOwn }: MessagePhotoProps) {
  const { t } = useI18n()
  const { partner, isBlurred, writing } = useConversation()
  const [isOpen, setIsOpen] = useState(false)
  const chosen = writing.photoOf(cid)
  const address = photo && addressOf(chatActions.showPhoto, { conversation: partner.conversation, id: photo.id })
  const { width, height } = photo ?? chosen ?? { width: 1, height: 1 }
  const alt = isOwn ? t('chat.photo.own') : t('chat.photo.from', { name: partner.firstName })
  const source = chosen?.address ?? address
  const loss = useLoss(source)
  const show = useBlobSource(source ? undefined : blob, loss.find)
  return (
    <div className={`${styles.photo} ${height > width ? styles.tall : ''}`}>
      {loss.cause ? (
        <p className={styles.missing} style={{ aspectRatio: `${width} / ${height}` }}>
          <Icon name="image" />
          <span className="visually-hidden">{alt}</span>
          {t(`chat.photo.${loss.cause}`)}
        </p>
      ) : (
        <img
          ref={show}
          src={source}
          onError={({ currentTarget }) => loss.find(currentTarget)}
          width={width}
          height={height}
          alt={alt}
          loading="lazy"
          decoding="async"
        />
      )}
      {address && !loss.cause ? (
        <a
          className={styles.open}
          href={address}
          target="_blank"
          rel="noopener"
          data-photo=""
          aria-label={t('chat.photo.open')}
          onClick={(event) => {
            event.preventDefault()
            setIsOpen(true)
          }}
        />
      ) : null}
      {isBlurred && !isOwn && !loss.cause ? (
        <label className={styles.veil}>
          <input type="checkbox" className="visually-hidden" />
          <Icon name="eye" />
          <span>{t('chat.photo.show')}</span>
        </label>
      ) : null}
      {isOpen && source ? (
        <Suspense fallback={null}>
          <PhotoViewer source={source} alt={alt} width={width} height={height} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

/**
 * Why a picture could not be loaded, which is then shown in words: photos of a chat are not stored for offline use. It is
 * requested again when the connection is back, because browsers do not do that by themselves.
 */
function useLoss(source: string | undefined) {
  const isConnected = useConnectionStatus().state === 'open'
  const [isLost, setIsLost] = useState(false)
  const [wasConnected, setWasConnected] = useState(isConnected)
  if (wasConnected !== isConnected) {
    setWasConnected(isConnected)
    if (isConnected) setIsLost(false)
  }
  // Pictures of the document may have failed before its script loaded.
  const find = useCallback(
    (image: HTMLImageElement) => {
      if (source !== undefined && image.complete && image.naturalWidth === 0) setIsLost(true)
    },
    [source],
  )
  return { cause: isLost ? (isConnected ? 'away' : 'offline') : null, find } as const
}

/** Shows a blob as long as the image is mounted; `onMount` gets the image first. */
function useBlobSource(blob: Blob | undefined, onMount: (image: HTMLImageElement) => void) {
  return useCallback(
    (image: HTMLImageElement | null) => {
      if (image) onMount(image)
      if (!blob || !image) return
      const address = URL.createObjectURL(blob)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [blob, onMount],
  )
}
