import { LikesBadge } from '#features/likes/ui/likes-badge.tsx'
import { Bell } from '#features/notifications/ui/bell.tsx'
import { UnreadBadge } from '#features/chat/ui/inbox/unread-badge.tsx'
import { VisitorsBadge } from '#features/visits/ui/visitors-badge.tsx'
import { brand } from '#shared/brand.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import type { MemberFrameProps } from '../protected.tsx'

type NavRoute = (typeof routes)['peopleNearby' | 'likes' | 'favourites' | 'visitors' | 'messages' | 'mainSettings']

/** Navigation of the signed-in area: the rail from 1280 px, the bottom bar below. */
export function useMemberFrame(): MemberFrameProps {
  const { t } = useI18n()
  const href = useHref()
  const { page, viewer } = usePage()
  const item = (route: NavRoute) => ({ href: href(route, {}), current: page === route.key })
  const labels = { skip: t('common.nav.skip'), nav: t('common.nav.label') }
  // Every link would lead a restricted member back to their only page.
  if (viewer?.state === 'restricted') return { home: { href: href(routes.restricted, {}), label: brand.name }, nav: [], labels }
  return {
    home: { href: href(routes.peopleNearby, {}), label: brand.name },
    bell: <Bell />,
    nav: [
      { ...item(routes.peopleNearby), label: t('common.nav.people'), short: t('common.nav.nearby'), icon: 'map-pin' },
      { ...item(routes.likes), label: t('common.nav.likes'), icon: 'heart', badge: <LikesBadge /> },
      { ...item(routes.favourites), label: t('common.nav.favourites'), icon: 'star' },
      { ...item(routes.visitors), label: t('common.nav.visitors'), icon: 'eye', badge: <VisitorsBadge /> },
      { ...item(routes.messages), label: t('common.nav.messages'), icon: 'message-circle', badge: <UnreadBadge /> },
      { ...item(routes.mainSettings), label: t('common.nav.settings'), icon: 'settings', inTopBar: true },
    ],
    ...(viewer
      ? {
          account: {
            href: href(routes.profile, {}),
            current: page === routes.profile.key || page === routes.profileSettings.key,
            label: `${viewer.firstName}: ${t('common.nav.profile')}`,
            name: viewer.firstName,
            avatar: viewer.avatar ?? undefined,
          },
        }
      : {}),
    labels,
  }
}
