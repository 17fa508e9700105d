import { chatActions } from '#features/chat/contract.ts'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { addressOf } from '#shared/routing/address-of.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import type { WirePhoto } from '#shared/realtime/wire.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { useConversation } from '../conversation/conversation-context.ts'
import styles from './photo.module.css'
import { PhotoViewer } from './lazy-browser.ts'

type MessagePhotoProps = {
  photo: WirePhoto | undefined
  /** The photo's own data while it is on its way. */
  blob: Blob | undefined
  cid: string
  isOwn: boolean
}

/**
 * A photo in its final size from the start. The blur over a young match's photos is a checkbox, which works without a script,
 * too. The photo itself links to the picture, which a script opens over the page.
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
  const retry = useRetry(source)
  return (
    <div className={`${styles.photo} ${height > width ? styles.tall : ''}`}>
      <img
        key={retry.attempt}
        ref={useBlobSource(source ? undefined : blob)}
        src={source}
        onError={retry.onError}
        width={width}
        height={height}
        alt={alt}
        loading="lazy"
        decoding="async"
      />
      {address ? (
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
      {isBlurred && !isOwn ? (
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

/** A picture that could not be loaded is asked for again when the connection is back: browsers do not do so by themselves. */
function useRetry(source: string | undefined) {
  const [attempt, setAttempt] = useState(0)
  const [isBroken, setIsBroken] = useState(false)
  useEffect(() => {
    if (!isBroken) return
    const end = new AbortController()
    const again = () => {
      setIsBroken(false)
      setAttempt((count) => count + 1)
    }
    addEventListener('online', again, { signal: end.signal })
    return () => end.abort()
  }, [isBroken])
  return { attempt, onError: () => setIsBroken(source !== undefined) }
}

/** Shows a blob for as long as the image is mounted. */
function useBlobSource(blob: Blob | undefined) {
  return useCallback(
    (image: HTMLImageElement | null) => {
      if (!blob || !image) return
      const address = URL.createObjectURL(blob)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [blob],
  )
}
