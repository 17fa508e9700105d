import { LikesBadge } from '#features/likes/ui/likes-badge.tsx'
import { VisitorsBadge } from '#features/visits/ui/visitors-badge.tsx'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/page-context.tsx'
import { routes } from '#shared/routes.ts'
import { ChipLink } from '#ui/badge.tsx'
import styles from './circle-nav.module.css'

/** From one page about other people to the next, below 1280 px: the bar at the bottom has room for the first of them only. */
export function CircleNav() {
  const { t } = useI18n()
  const href = useHref()
  const { page } = usePage()
  const places = [
    { route: routes.likes, label: t('common.nav.likes'), badge: <LikesBadge /> },
    { route: routes.favourites, label: t('common.nav.favourites') },
    { route: routes.visitors, label: t('common.nav.visitors'), badge: <VisitorsBadge copy /> },
  ]
  return (
    <nav className={styles.circle} aria-label={t('common.nav.circle')}>
      {places.map(({ route, label, badge }) => (
        <ChipLink key={route.key} href={href(route, {})} current={page === route.key}>
          {label}
          {badge}
        </ChipLink>
      ))}
    </nav>
  )
}
