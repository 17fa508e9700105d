import { BlockedSection } from '#features/blocks/ui/blocked-section.tsx'
import { PublicProfileSection } from '#features/public-profiles/ui/consent-section.tsx'
import { EndedSection } from '#features/reports/ui/ended-section.tsx'
import { ReportedNotes } from '#features/reports/ui/reported-notes.tsx'
import { ChatSection } from '#features/settings/ui/chat-section.tsx'
import { PrivacySection } from '#features/settings/ui/privacy-section.tsx'
import { useI18n } from '#shared/i18n/context.tsx'
import { FromHub } from './from-hub.tsx'
import type { Props } from './props.ts'

export function PrivacyPane({ privacy, publicProfile, blocked, ended, done, reported }: Props) {
  const { t } = useI18n()
  return (
    <>
      <PrivacySection privacy={privacy} />
      {publicProfile ? <PublicProfileSection {...publicProfile} /> : null}
      <FromHub title={t('settings.chat.title')}>
        {({ readMarks, typing }) => <ChatSection readMarks={readMarks} typing={typing} />}
      </FromHub>
      <BlockedSection blocked={blocked} done={done}>
        {reported ? <ReportedNotes outcome={reported} /> : null}
      </BlockedSection>
      <EndedSection ended={ended} />
    </>
  )
}
