import { isolate } from '#shared/i18n/isolate.ts'
import { LikesBadge } from '#features/likes/ui/likes-badge.tsx'
import { Bell } from '#features/notifications/ui/bell.tsx'
import { UnreadBadge } from '#features/chat/ui/inbox/unread-badge.tsx'
import { VisitorsBadge } from '#features/visits/ui/visitors-badge.tsx'
import { brand } from '#shared/brand.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import type { IconName } from '#ui/icons/icon-names.ts'
import type { MemberFrameProps } from '../protected.tsx'
import { onlyPageOf } from './only-page.ts'

type NavRoute = (typeof routes)['peopleNearby' | 'likes' | 'blindDates' | 'messages']

/** Pages of a section whose link leads to another one: its tabs, or its rows. */
const besides = {
  likes: [routes.favourites.key, routes.visitors.key],
  dates: [routes.anonymousChat.key],
  you: [routes.profileSettings.key, routes.store.key, routes.cart.key, routes.mainSettings.key],
} as const satisfies Record<string, readonly string[]>

/** Navigation of the signed-in area: the rail from 1280 px, the bottom bar below. */
export function useMemberFrame(): MemberFrameProps {
  const { t } = useI18n()
  const href = useHref()
  const { page, viewer } = usePage()
  const currentOf = (key: string, beside: readonly string[]) =>
    page === key ? ('page' as const) : beside.some((other) => other === page) ? ('true' as const) : undefined
  const item = (route: NavRoute, label: string, icon: IconName, beside: readonly string[] = []) => ({
    href: href(route, {}),
    current: currentOf(route.key, beside),
    label,
    icon,
  })
  const labels = { skip: t('common.nav.skip'), nav: t('common.nav.label') }
  const onlyPage = onlyPageOf(viewer)
  if (onlyPage) return { home: { href: href(onlyPage, {}), label: brand.name }, nav: [], labels }
  return {
    home: { href: href(routes.peopleNearby, {}), label: brand.name },
    bell: <Bell />,
    nav: [
      { ...item(routes.peopleNearby, t('common.nav.people'), 'map-pin'), short: t('common.nav.nearby') },
      {
        ...item(routes.likes, t('common.nav.likes'), 'heart', besides.likes),
        badge: (
          <>
            <LikesBadge />
            <VisitorsBadge />
          </>
        ),
      },
      { ...item(routes.blindDates, t('common.nav.dates'), 'heart-handshake', besides.dates), short: t('common.nav.datesShort') },
      { ...item(routes.messages, t('common.nav.messages'), 'message-circle'), badge: <UnreadBadge /> },
    ],
    ...(viewer
      ? {
          account: {
            href: href(routes.profile, {}),
            current: currentOf(routes.profile.key, besides.you),
            // Contains both texts that are visible, the one of the bar and that of the rail.
            label: `${t('common.nav.you')} · ${isolate(viewer.firstName)}: ${t('common.nav.profile')}`,
            short: t('common.nav.you'),
            name: viewer.firstName,
            avatar: viewer.avatar ?? undefined,
          },
        }
      : {}),
    labels,
  }
}
