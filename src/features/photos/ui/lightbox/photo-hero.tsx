import { type MouseEvent, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { inWidth, srcSetOf } from '#shared/photo.ts'
import type { PhotoView } from '#features/photos/contract.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import styles from './photo-hero.module.css'
import { PhotoLightbox } from './lazy-browser.ts'

type PhotoHeroProps = {
  photos: readonly PhotoView[]
  name: string
  /** A button on a photo. */
  heartOf?: ((photoId: string) => ReactNode) | undefined
}

/**
 * A member's photos side by side in a box that scrolls by swipe, wheel and arrow keys, with or without a script. A press opens
 * the photo: in the lightbox, or without a script as a picture.
 */
export function PhotoHero({ photos, name, heartOf }: PhotoHeroProps) {
  const { t } = useI18n()
  const row = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const [opened, setOpened] = useState<number | null>(null)
  const alt = (index: number) => t('photos.of', { number: index + 1, name })
  const isSeveral = photos.length > 1

  function open(event: MouseEvent, index: number) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setOpened(index)
  }
  return (
    <div className={styles.hero}>
      <ul
        ref={row}
        className={styles.row}
        aria-label={t('photos.more', { name })}
        onScroll={isSeveral ? ({ currentTarget }) => setAt(indexOf(currentTarget)) : undefined}
      >
        {photos.map((photo, index) => (
          <li key={photo.id} className={styles.item}>
            <a href={inWidth(photo.address, 1280)} className={styles.link} onClick={(event) => open(event, index)}>
              <img
                className={styles.photo}
                src={photo.address}
                srcSet={srcSetOf(photo.address)}
                sizes="(min-width: 60rem) 30rem, (min-width: 600px) 45vw, 100vw"
                alt={alt(index)}
                width={photo.width}
                height={photo.height}
                loading={index === 0 ? 'eager' : 'lazy'}
                fetchPriority={index === 0 ? 'high' : undefined}
                decoding="async"
              />
            </a>
            {heartOf ? <div className={styles.heart}>{heartOf(photo.id)}</div> : null}
            {isSeveral ? (
              <span className={styles.count} aria-hidden="true">
                {index + 1} / {photos.length}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {isSeveral ? (
        <>
          <div className={styles.dots} aria-hidden="true">
            {photos.map((photo, index) => (
              <span key={photo.id} data-current={index === at ? '' : undefined} />
            ))}
          </div>
          <Step kind="previous" to={at - 1} {...{ row, count: photos.length }} />
          <Step kind="next" to={at + 1} {...{ row, count: photos.length }} />
        </>
      ) : null}
      {opened === null ? null : (
        <Suspense fallback={null}>
          <PhotoLightbox
            photos={photos}
            name={name}
            start={opened}
            onClose={(last) => {
              setOpened(null)
              show(row.current, last)
              row.current?.querySelectorAll<HTMLElement>('a')[last]?.focus({ preventScroll: true })
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

type StepProps = { kind: 'previous' | 'next'; to: number; row: RefObject<HTMLUListElement | null>; count: number }

/** For pointers that cannot swipe; the keyboard uses the box itself. */
function Step({ kind, to, row, count }: StepProps) {
  const { t } = useI18n()
  return (
    <IconButton
      className={`${styles.step} ${styles[kind]}`}
      icon={kind === 'next' ? 'chevron-right' : 'chevron-left'}
      kind="raised"
      label={t(`photos.${kind}`)}
      disabled={to < 0 || to >= count}
      onClick={() => show(row.current, to)}
    />
  )
}

/** All our languages are written from left to right. */
function indexOf(row: HTMLElement): number {
  return row.clientWidth === 0 ? 0 : Math.round(row.scrollLeft / row.clientWidth)
}

function show(row: HTMLElement | null, index: number): void {
  row?.scrollTo({ left: index * row.clientWidth })
}
