import { useId } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { inWidth, srcSetOf } from '#shared/photo.ts'
import type { PhotoView } from '#features/photos/contract.ts'
import styles from './photo-gallery.module.css'

/** Somebody's photos behind the first, which is their portrait. Each opens in its full size. */
export function PhotoGallery({ photos, name }: { photos: readonly PhotoView[]; name: string }) {
  const { t } = useI18n()
  const id = useId()
  const others = photos.slice(1)
  if (others.length === 0) return null
  return (
    <section className={styles.gallery} aria-labelledby={id}>
      <h2 id={id}>{t('photos.more', { name })}</h2>
      <ul className={styles.photos}>
        {others.map((photo, index) => (
          <li key={photo.id}>
            <a href={inWidth(photo.address, 1280)} target="_blank" rel="noreferrer">
              <img
                className={styles.photo}
                src={photo.address}
                srcSet={srcSetOf(photo.address)}
                sizes="(min-width: 60rem) 16rem, 45vw"
                alt={t('photos.of', { number: index + 2, name })}
                width={photo.width}
                height={photo.height}
                loading="lazy"
                decoding="async"
              />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
