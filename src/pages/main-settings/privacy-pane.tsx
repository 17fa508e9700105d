import { providerActions } from '#features/auth/contract.ts'
import { ConfirmIdentity } from '#features/auth/providers/ui/confirm-identity.tsx'
import { BlockedSection } from '#features/blocks/ui/blocked-section.tsx'
import { ExportSection } from '#features/personal-data/ui/export-section.tsx'
import { PublicProfileSection } from '#features/public-profiles/ui/consent-section.tsx'
import { EndedSection } from '#features/reports/ui/ended-section.tsx'
import { ReportedNotes } from '#features/reports/ui/reported-notes.tsx'
import { ChatSection } from '#features/settings/ui/chat-section.tsx'
import { PrivacySection } from '#features/settings/ui/privacy-section.tsx'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { useFlash } from '#shared/react/page-context.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { FromHub } from './from-hub.tsx'
import type { Props } from './props.ts'

export function PrivacyPane({ privacy, publicProfile, blocked, ended, done, reported, dataExport, linked }: Props) {
  const { t } = useI18n()
  const href = useHref()
  // What the confirmation by a form or a provider has said.
  const confirmed = useFlash(providerActions.unlink.form)
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
      <ExportSection
        {...dataExport}
        confirmed={
          confirmed?.error ? (
            <Notice kind="error">{confirmed.error}</Notice>
          ) : confirmed?.notice ? (
            <Notice kind="success">{confirmed.notice}</Notice>
          ) : null
        }
      >
        <ConfirmIdentity
          hasPassword={linked.hasPassword}
          accounts={linked.accounts}
          next={href(routes.mainSettings, {}, { query: { section: 'privacy' } })}
        />
      </ExportSection>
    </>
  )
}
