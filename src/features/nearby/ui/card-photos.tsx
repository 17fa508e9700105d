import { useRef, useState, type MouseEvent, type PointerEvent, type ReactNode } from 'react'
import type { PersonCardView } from '#features/nearby/contract.ts'
import { tintOf } from '#shared/avatar.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { srcSetOf } from '#shared/photo.ts'
import { routes } from '#shared/routing/routes.ts'
import { Portrait } from '#ui/identity/portrait.tsx'
import styles from './card-photos.module.css'
import { deckQuery } from './filters/deck-query.ts'
import { initialOf } from '#shared/text/cut.ts'

/** After resting on a portrait for this time, the pointer is taken as interest in more photos. */
const restMs = 250

type CardPhotosProps = { person: PersonCardView; priority: boolean; children: ReactNode }

/**
 * The portrait of a card. On phones, pressing its halves browses the person's photos, which load at the first press; with only
 * one photo, that press opens the profile. Elsewhere the second photo is shown while a pointer rests on the portrait.
 */
export function CardPhotos({ person, priority, children }: CardPhotosProps) {
  const { t } = useI18n()
  const href = useHref()
  const [photos, setPhotos] = useState<readonly string[]>([])
  const [at, setAt] = useState(0)
  const name = person.firstName

  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hasPhoto = person.avatar !== null && srcSetOf(person.avatar) !== undefined

  async function findAll() {
    // By the HTML standard, a module that failed to load stays failed for the document's lifetime.
    if (photos.length > 0 || !navigator.onLine) return photos
    const part = await import('./find-photos.ts').catch(() => null)
    const all = (await part?.findPhotos(person.id)) ?? []
    setPhotos(all)
    return all
  }
  async function turn(event: MouseEvent<HTMLElement>, by: 1 | -1) {
    const link = event.currentTarget.closest('article')?.querySelector('a')
    const all = await findAll()
    if (all.length < 2) return link?.click()
    setAt((at + by + all.length) % all.length)
  }
  function peek({ pointerType }: PointerEvent) {
    if (!hasPhoto || pointerType !== 'mouse' || matchMedia(deckQuery).matches) return
    rest.current = setTimeout(async () => {
      const own = rest.current
      const all = await findAll()
      // Unless the pointer has left meanwhile.
      if (rest.current === own && all.length > 1) setAt(1)
    }, restMs)
  }
  function peekNoMore({ pointerType }: PointerEvent) {
    if (pointerType !== 'mouse' || rest.current === undefined) return
    clearTimeout(rest.current)
    rest.current = undefined
    setAt(0)
  }

  const profile = href(routes.profileInfo, { id: person.id })
  return (
    <div className={styles.photos} onPointerEnter={peek} onPointerLeave={peekNoMore}>
      <Portrait
        src={photos[at] ?? person.avatar ?? undefined}
        sizes="(max-width: 599.98px) 100vw, 20rem"
        alt=""
        initial={initialOf(name)}
        tint={tintOf(person.id)}
        onlineLabel={person.online ? t('people.online') : undefined}
        priority={priority}
      >
        {children}
      </Portrait>
      {/* For pointers only: keyboard and screen reader users have the name's link. */}
      <a className={styles.cover} href={profile} tabIndex={-1} aria-hidden="true" draggable={false} />
      {hasPhoto ? (
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
