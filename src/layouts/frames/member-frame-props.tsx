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

type NavRoute = (typeof routes)[
  | 'peopleNearby'
  | 'likes'
  | 'favourites'
  | 'visitors'
  | 'messages'
  | 'blindDates'
  | 'store'
  | 'mainSettings']

/** Navigation of the signed-in area: the rail from 1280 px, the bottom bar below. */
export function useMemberFrame(): MemberFrameProps {
  const { t } = useI18n()
  const href = useHref()
  const { page, viewer } = usePage()
  /** `beside`: the key of the page whose tab is shown beside the route's. */
  const item = (route: NavRoute, label: string, icon: IconName, beside?: string) => ({
    href: href(route, {}),
    current: page === route.key ? ('page' as const) : page === beside ? ('true' as const) : undefined,
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
      { ...item(routes.likes, t('common.nav.likes'), 'heart'), badge: <LikesBadge /> },
      item(routes.favourites, t('common.nav.favourites'), 'star'),
      { ...item(routes.visitors, t('common.nav.visitors'), 'eye'), badge: <VisitorsBadge /> },
      { ...item(routes.messages, t('common.nav.messages'), 'message-circle'), badge: <UnreadBadge /> },
      { ...item(routes.blindDates, t('common.nav.dates'), 'heart-handshake', routes.anonymousChat.key), inTopBar: true },
      { ...item(routes.store, t('common.nav.store'), 'shopping-bag', routes.cart.key), inTopBar: true },
      { ...item(routes.mainSettings, t('common.nav.settings'), 'settings'), inTopBar: true },
    ],
    ...(viewer
      ? {
          account: {
            href: href(routes.profile, {}),
            current: page === routes.profile.key || page === routes.profileSettings.key,
            label: `${isolate(viewer.firstName)}: ${t('common.nav.profile')}`,
            name: viewer.firstName,
            avatar: viewer.avatar ?? undefined,
          },
        }
      : {}),
    labels,
  }
}
