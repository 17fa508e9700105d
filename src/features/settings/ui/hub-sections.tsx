import type { Preferences } from '#features/member-hub/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Late } from '#shared/late.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ChatSection } from './chat-section.tsx'
import { Section } from './section.tsx'

/** What the member's own object keeps; it answers a little after the page. */
export function HubSections() {
  return (
    <Late<Preferences> name="preferences" fallback={<Waiting />}>
      {(preferences) => (preferences ? <ChatSection {...preferences} /> : <Away />)}
    </Late>
  )
}

function Waiting() {
  const { t } = useI18n()
  return (
    <Section title={t('settings.chat.title')} text={t('settings.chat.text')}>
      <Skeleton lines={5} />
    </Section>
  )
}

function Away() {
  const { t } = useI18n()
  return (
    <Section title={t('settings.chat.title')}>
      <Notice kind="error">{t('settings.chat.away')}</Notice>
    </Section>
  )
}
