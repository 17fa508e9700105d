import type { NotificationsPage } from '#features/notifications/contract.ts'
import { latestAnchor, LatestSection } from '#features/notifications/ui/latest-section.tsx'
import { useI18n } from '#shared/i18n/context.tsx'
import { Await } from '#shared/react/deferred.tsx'
import { Waiting } from './from-hub.tsx'

export function LatestPane() {
  const { t } = useI18n()
  return (
    <Await<NotificationsPage>
      name="notifications"
      fallback={<Waiting id={`${latestAnchor}-waiting`} title={t('common.notifications.title')} />}
    >
      {(page) => <LatestSection page={page} />}
    </Await>
  )
}
