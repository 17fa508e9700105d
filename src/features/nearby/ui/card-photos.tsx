import { useState, type MouseEvent, type ReactNode } from 'react'
import type { PersonCardView } from '#features/nearby/contract.ts'
import { tintOf } from '#shared/avatar.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { srcSetOf } from '#shared/photo.ts'
import { routes } from '#shared/routes.ts'
import { Portrait } from '#ui/portrait.tsx'
import styles from './card-photos.module.css'

type CardPhotosProps = { person: PersonCardView; priority: boolean; children: ReactNode }

/**
 * The portrait of a card. On phones its halves lead through the person's photos, which come with the first press; where the
 * portrait is the only one, that press opens the profile.
 */
export function CardPhotos({ person, priority, children }: CardPhotosProps) {
  const { t } = useI18n()
  const href = useHref()
  const [photos, setPhotos] = useState<readonly string[]>([])
  const [at, setAt] = useState(0)
  const name = person.firstName

  async function turn(event: MouseEvent<HTMLElement>, by: 1 | -1) {
    const link = event.currentTarget.closest('article')?.querySelector('a')
    const part = await import('./find-photos.ts').catch(() => null)
    const all = photos.length > 0 ? photos : ((await part?.findPhotos(person.id)) ?? [])
    if (all.length < 2) return link?.click()
    setPhotos(all)
    setAt((at + by + all.length) % all.length)
  }

  const profile = href(routes.profileInfo, { id: person.id })
  return (
    <div className={styles.photos}>
      <Portrait
        src={photos[at] ?? person.avatar ?? undefined}
        sizes="(max-width: 599.98px) 100vw, 20rem"
        alt=""
        initial={name.slice(0, 1)}
        tint={tintOf(person.id)}
        onlineLabel={person.online ? t('people.online') : undefined}
        priority={priority}
      >
        {children}
      </Portrait>
      {/* For pointers: keys and screen readers have the name. */}
      <a className={styles.cover} href={profile} tabIndex={-1} aria-hidden="true" draggable={false} />
      {person.avatar && srcSetOf(person.avatar) ? (
        <div className={styles.turn}>
          <button type="button" aria-label={t('people.photo.previous', { name })} onClick={(event) => turn(event, -1)} />
          <button type="button" aria-label={t('people.photo.next', { name })} onClick={(event) => turn(event, 1)} />
        </div>
      ) : null}
      {photos.length > 1 ? (
        <output className={styles.dots}>
          <span className="visually-hidden">{t('people.photo.at', { at: at + 1, count: photos.length })}</span>
          {photos.map((photo, index) => (
            <i key={photo} data-on={index === at || undefined} />
          ))}
        </output>
      ) : null}
    </div>
  )
}
