import type { AccountProps } from '#features/account/contract.ts'
import type { BlockedList, BlockOutcome } from '#features/blocks/contract.ts'
import { BlockedSection } from '#features/blocks/ui/blocked-section.tsx'
import type { LinkedAccountsProps } from '#features/providers/contract.ts'
import { LinkedAccounts } from '#features/providers/ui/linked-accounts.tsx'
import type { EndedList, ReportOutcome } from '#features/reports/contract.ts'
import { EndedSection } from '#features/reports/ui/ended-section.tsx'
import { ReportedNotes } from '#features/reports/ui/reported-notes.tsx'
import { AppearanceSection } from '#features/settings/ui/appearance-section.tsx'
import { DevicesSection } from '#features/settings/ui/devices-section.tsx'
import { EmailSection } from '#features/settings/ui/email-section.tsx'
import { LanguageSection } from '#features/settings/ui/language-section.tsx'
import type { MainSettingsProps } from '#features/settings/contract.ts'
import { PasswordSection } from '#features/settings/ui/password-section.tsx'
import { PrivacySection } from '#features/settings/ui/privacy-section.tsx'
import { SessionSection } from '#features/settings/ui/session-section.tsx'
import styles from '#features/settings/ui/settings.module.css'
import { TimeZoneSection } from '#features/settings/ui/time-zone-section.tsx'
import type { Preferences } from '#features/member-hub/contract.ts'
import type { NotificationsPage } from '#features/notifications/contract.ts'
import { KindsSection } from '#features/notifications/ui/kinds-section.tsx'
import { latestAnchor, LatestSection } from '#features/notifications/ui/latest-section.tsx'
import { QuietSection } from '#features/notifications/ui/quiet-section.tsx'
import { SoundSection } from '#features/notifications/ui/sound-section.tsx'
import { ChatSection } from '#features/settings/ui/chat-section.tsx'
import { Late } from '#shared/late.tsx'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useI18n } from '#shared/i18n/context.tsx'
import { PageHeader } from '#ui/page-header.tsx'

type Props = MainSettingsProps & {
  account: AccountProps
  linked: LinkedAccountsProps
  blocked: BlockedList
  ended: EndedList
  done: BlockOutcome | null
  reported: ReportOutcome | null
}

export default function MainSettings({ data }: { data: Props }) {
  const { privacy, timeZone, zones, account, linked, blocked, ended, done, reported } = data
  const { t } = useI18n()
  return (
    <div className={styles.page}>
      <PageHeader title={t('settings.title')} />
      <LanguageSection />
      <TimeZoneSection timeZone={timeZone} zones={zones} />
      <AppearanceSection />
      <LatestNotifications />
      <HubSections timeZone={timeZone} />
      <SoundSection />
      <PrivacySection privacy={privacy} />
      <BlockedSection blocked={blocked} done={done}>
        {reported ? <ReportedNotes outcome={reported} /> : null}
      </BlockedSection>
      <EndedSection ended={ended} />
      <EmailSection {...account} />
      <PasswordSection hasPassword={account.hasPassword} />
      <LinkedAccounts {...linked} />
      <DevicesSection {...account} />
      <SessionSection />
    </div>
  )
}

/** The member's own object keeps these; it answers a little after the page. */
function LatestNotifications() {
  const { t } = useI18n()
  return (
    <Late<NotificationsPage>
      name="notifications"
      fallback={<Waiting id={latestAnchor} title={t('common.notifications.title')} />}
    >
      {(page) => <LatestSection page={page} />}
    </Late>
  )
}

/** What they have set there. */
function HubSections({ timeZone }: { timeZone: string }) {
  const { t } = useI18n()
  const title = t('settings.notifications.kinds.title')
  return (
    <Late<Preferences> name="preferences" fallback={<Waiting title={title} />}>
      {(preferences) =>
        preferences ? (
          <>
            <KindsSection notifications={preferences.notifications} />
            <QuietSection quietHours={preferences.quietHours} timeZone={timeZone} />
            <ChatSection readMarks={preferences.readMarks} typing={preferences.typing} />
          </>
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
