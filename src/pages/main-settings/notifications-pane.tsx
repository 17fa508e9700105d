import { PushSection } from '#features/push/ui/push-section.tsx'
import { KindsSection } from '#features/notifications/ui/kinds-section.tsx'
import { QuietSection } from '#features/notifications/ui/quiet-section.tsx'
import { SoundSection } from '#features/notifications/ui/sound-section.tsx'
import { useI18n } from '#shared/i18n/context.tsx'
import { FromHub } from './from-hub.tsx'
import type { Props } from './props.ts'

export function NotificationsPane({ zones, push }: Props) {
  const { t } = useI18n()
  return (
    <>
      <FromHub title={t('settings.notifications.kinds.title')}>
        {({ notifications, quietHours }) => (
          <>
            <KindsSection notifications={notifications} hasPush={push !== null} />
            <QuietSection quietHours={quietHours} timeZone={zones.own} zoneName={zones.name} />
          </>
        )}
      </FromHub>
      {push ? <PushSection isSubscribed={push.isSubscribed} /> : null}
      <SoundSection />
    </>
  )
}
