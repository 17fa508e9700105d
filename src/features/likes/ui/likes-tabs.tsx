import { likeTabs, type LikeTab } from '#features/likes/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { TabLinks } from '#ui/controls/tabs.tsx'

export function LikesTabs({ tab: current, counts }: { tab: LikeTab; counts: Record<LikeTab, number> }) {
  const { t } = useI18n()
  const href = useHref()
  const tabs = likeTabs.map((tab) => ({
    href: href(routes.likes, {}, tab === 'received' ? {} : { query: { tab } }),
    label: t(`likes.tabs.${tab}`),
    count: counts[tab],
    current: tab === current,
  }))
  return <TabLinks label={t('likes.tabs.label')} tabs={tabs} />
}
