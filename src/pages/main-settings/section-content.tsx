import { BlockedSection } from '#features/blocks/ui/blocked-section.tsx'
import type { Preferences } from '#features/member-hub/contract.ts'
import type { NotificationsPage } from '#features/notifications/contract.ts'
import { KindsSection } from '#features/notifications/ui/kinds-section.tsx'
import { latestAnchor, LatestSection } from '#features/notifications/ui/latest-section.tsx'
import { QuietSection } from '#features/notifications/ui/quiet-section.tsx'
import { SoundSection } from '#features/notifications/ui/sound-section.tsx'
import { LinkedAccounts } from '#features/providers/ui/linked-accounts.tsx'
import { EndedSection } from '#features/reports/ui/ended-section.tsx'
import { ReportedNotes } from '#features/reports/ui/reported-notes.tsx'
import type { SettingsSection } from '#features/settings/contract.ts'
import { AppearanceSection } from '#features/settings/ui/appearance-section.tsx'
import { ChatSection } from '#features/settings/ui/chat-section.tsx'
import { DevicesSection } from '#features/settings/ui/devices-section.tsx'
import { EmailSection } from '#features/settings/ui/email-section.tsx'
import { LanguageSection } from '#features/settings/ui/language-section.tsx'
import { PasswordSection } from '#features/settings/ui/password-section.tsx'
import { PrivacySection } from '#features/settings/ui/privacy-section.tsx'
import { TimeZoneSection } from '#features/settings/ui/time-zone-section.tsx'
import { useI18n } from '#shared/i18n/context.tsx'
import { Late } from '#shared/late.tsx'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { ReactNode } from 'react'
import type { Props } from './page.tsx'

/** What stands in one group of the settings. */
export function SectionContent({ shown, ...data }: Props & { shown: SettingsSection }) {
  const { t } = useI18n()
  const { privacy, zones, account, linked, blocked, ended, done, reported } = data
  switch (shown) {
    case 'account':
      return (
        <>
          <EmailSection {...account} />
          <PasswordSection hasPassword={account.hasPassword} />
          <LinkedAccounts {...linked} />
        </>
      )
    case 'devices':
      return <DevicesSection {...account} />
    case 'notifications':
      return (
        <>
          <FromHub title={t('settings.notifications.kinds.title')}>
            {({ notifications, quietHours }) => (
              <>
                <KindsSection notifications={notifications} />
                <QuietSection quietHours={quietHours} timeZone={zones.own} zoneName={zones.name} />
              </>
            )}
          </FromHub>
          <SoundSection />
        </>
      )
    case 'privacy':
      return (
        <>
          <PrivacySection privacy={privacy} />
          <FromHub title={t('settings.chat.title')}>
            {({ readMarks, typing }) => <ChatSection readMarks={readMarks} typing={typing} />}
          </FromHub>
          <BlockedSection blocked={blocked} done={done}>
            {reported ? <ReportedNotes outcome={reported} /> : null}
          </BlockedSection>
          <EndedSection ended={ended} />
        </>
      )
    case 'look':
      return (
        <>
          <LanguageSection />
          <AppearanceSection />
          <TimeZoneSection {...zones} />
        </>
      )
    case 'latest':
      return (
        <Late<NotificationsPage>
          name="notifications"
          fallback={<Waiting id={latestAnchor} title={t('common.notifications.title')} />}
        >
          {(page) => <LatestSection page={page} />}
        </Late>
      )
  }
}

/** What the member's own object keeps; it answers a little after the page, once for this and the index. */
function FromHub({ title, children }: { title: string; children: (preferences: Preferences) => ReactNode }) {
  const { t } = useI18n()
  return (
    <Late<Preferences> name="preferences" copy fallback={<Waiting title={title} />}>
      {(preferences) =>
        preferences ? (
          children(preferences)
        ) : (
          <Section title={title}>
            <Notice kind="error">{t('settings.hubAway')}</Notice>
          </Section>
        )
      }
    </Late>
  )
}

function Waiting({ title, id }: { title: string; id?: string }) {
  return (
    <Section id={id} title={title}>
      <Skeleton lines={6} />
    </Section>
  )
}
