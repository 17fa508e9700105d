import type { ReactNode } from 'react'
import { likeTabs, type LikeTab } from '#features/likes/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { TabLinks } from '#ui/controls/tabs.tsx'

type Props = {
  tab: LikeTab | 'favourites' | 'visitors'
  /** Known on the pages of likes alone. */
  counts?: Record<LikeTab, number>
  /** News at the tab of visitors. */
  visitors: ReactNode
}

/** Everything that ties people to the member: likes both ways, matches, favourites and visitors. */
export function LikesTabs({ tab: current, counts, visitors }: Props) {
  const { t } = useI18n()
  const href = useHref()
  const tabs = [
    ...likeTabs.map((tab) => ({
      href: href(routes.likes, {}, tab === 'received' ? {} : { query: { tab } }),
      label: t(`likes.tabs.${tab}`),
      count: counts?.[tab] ?? 0,
      current: tab === current,
    })),
    { href: href(routes.favourites, {}), label: t('common.nav.favourites'), current: current === 'favourites' },
    { href: href(routes.visitors, {}), label: t('common.nav.visitors'), current: current === 'visitors', badge: visitors },
  ]
  return <TabLinks label={t('likes.tabs.label')} tabs={tabs} />
}
