import { AppearanceSection } from '#features/settings/ui/appearance-section.tsx'
import { LanguageSection } from '#features/settings/ui/language-section.tsx'
import { SessionSection } from '#features/settings/ui/session-section.tsx'
import styles from '#features/settings/ui/settings.module.css'
import { useI18n } from '#shared/i18n/context.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export default function MainSettings() {
  const { t } = useI18n()
  return (
    <div className={styles.page}>
      <PageHeader title={t('settings.title')} />
      <LanguageSection />
      <AppearanceSection />
      <SessionSection />
    </div>
  )
}
