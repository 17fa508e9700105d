import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { TabLinks } from '#ui/controls/tabs.tsx'

/** Tabs for the two ways to meet strangers. */
export function MeetingTabs({ current }: { current: 'dates' | 'chat' }) {
  const { t, format } = useI18n()
  const href = useHref()
  const [dates, chat] = [t('common.nav.dates'), t('common.nav.anonymous')]
  return (
    <TabLinks
      label={format.list([dates, chat])}
      tabs={[
        { href: href(routes.blindDates, {}), label: dates, current: current === 'dates' },
        { href: href(routes.anonymousChat, {}), label: chat, current: current === 'chat' },
      ]}
    />
  )
}
