import { useHref } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { PersonTile, TileNote } from '#ui/identity/person-tile.tsx'
import type { PublicCard } from '../contract.ts'
import styles from './public-card.module.css'

const shownInterests = 3

/** One member in the list; the whole tile links to their page. */
export function PublicCardTile({ person, priority }: { person: PublicCard; priority: boolean }) {
  const href = useHref()
  const { publicId, firstName, title, portrait, intent, about, interests } = person
  return (
    <PersonTile
      person={{ id: publicId, firstName, avatar: portrait }}
      href={href(routes.publicProfile, {}, { query: { id: publicId } })}
      title={title}
      facts={intent || undefined}
      priority={priority}
    >
      {about ? (
        <p className={styles.about} dir="auto">
          {about}
        </p>
      ) : null}
      {interests.length > 0 ? <TileNote>{interests.slice(0, shownInterests).join(' · ')}</TileNote> : null}
    </PersonTile>
  )
}
