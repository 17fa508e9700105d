import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { InstallSteps } from './install-steps.tsx'
import { promptInstall, useInstallWay } from './install-way.ts'

/** How to install the app, if this browser can. */
export function InstallSection() {
  const { t } = useI18n()
  const way = useInstallWay()
  if (!way) return null
  return (
    <Section title={t('install.title')} text={t('install.text')}>
      {way === 'prompt' ? (
        <div>
          <Button type="button" kind="secondary" onClick={() => void promptInstall()}>
            {t('install.action')}
          </Button>
        </div>
      ) : (
        <InstallSteps />
      )}
    </Section>
  )
}
