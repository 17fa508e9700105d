import type { AccountProps } from '#features/account/contract.ts'
import type { LinkedAccountsProps } from '#features/providers/contract.ts'
import { LinkedAccounts } from '#features/providers/ui/linked-accounts.tsx'
import { AppearanceSection } from '#features/settings/ui/appearance-section.tsx'
import { DevicesSection } from '#features/settings/ui/devices-section.tsx'
import { EmailSection } from '#features/settings/ui/email-section.tsx'
import { HubSections } from '#features/settings/ui/hub-sections.tsx'
import { LanguageSection } from '#features/settings/ui/language-section.tsx'
import type { MainSettingsProps } from '#features/settings/contract.ts'
import { PasswordSection } from '#features/settings/ui/password-section.tsx'
import { PrivacySection } from '#features/settings/ui/privacy-section.tsx'
import { SessionSection } from '#features/settings/ui/session-section.tsx'
import styles from '#features/settings/ui/settings.module.css'
import { useI18n } from '#shared/i18n/context.tsx'
import { PageHeader } from '#ui/page-header.tsx'

type Props = MainSettingsProps & { account: AccountProps; linked: LinkedAccountsProps }

export default function MainSettings({ data: { privacy, account, linked } }: { data: Props }) {
  const { t } = useI18n()
  return (
    <div className={styles.page}>
      <PageHeader title={t('settings.title')} />
      <LanguageSection />
      <AppearanceSection />
      <PrivacySection privacy={privacy} />
      <HubSections />
      <EmailSection {...account} />
      <PasswordSection hasPassword={account.hasPassword} />
      <LinkedAccounts {...linked} />
      <DevicesSection devices={account.devices} />
      <SessionSection />
    </div>
  )
}
