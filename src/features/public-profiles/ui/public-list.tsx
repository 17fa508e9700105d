import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Pagination } from '#ui/controls/pagination.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { tileList } from '#ui/identity/person-tile.tsx'
import type { PublicProfileProps } from '../contract.ts'
import { PublicCardTile } from './public-card.tsx'
import styles from './public-list.module.css'

/** Number of portraits that load at once: the first row. */
const firstRow = 4

export function PublicList({ people, next, isFirst }: Extract<PublicProfileProps, { kind: 'list' }>) {
  const { t } = useI18n()
  const href = useHref()
  const start = isFirst ? {} : { back: { href: href(routes.publicProfile, {}), label: t('public-profile.start') } }
  const more = next
    ? { next: { href: href(routes.publicProfile, {}, { query: { after: next } }), label: t('public-profile.more') } }
    : {}
  return (
    <>
      <header className={styles.header}>
        <h1>{t('public-profile.heading')}</h1>
        <p>{t('public-profile.intro')}</p>
      </header>
      {people.length === 0 ? (
        <EmptyState title={t('public-profile.empty.title')} text={t('public-profile.empty.text')} />
      ) : (
        <section aria-labelledby="people">
          <h2 id="people" className="visually-hidden">
            {t('public-profile.title')}
          </h2>
          <ul className={tileList}>
            {people.map((person, index) => (
              <li key={person.publicId}>
                <PublicCardTile person={person} priority={index < firstRow} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Pagination label={t('public-profile.title')} {...start} {...more} />
    </>
  )
}
