import { useState, type ReactNode } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { addressOf } from '#shared/routing/address-of.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Section } from '#ui/layout/section.tsx'
import { exportActions, megabytes, type ExportProps, type ExportState } from '../contract.ts'

type ExportSectionProps = ExportProps & { confirmed: ReactNode; children: ReactNode }

/**
 * Section of the settings: a file with the member's data. Asking for it and downloading it need a confirmation of the last ten
 * minutes, for which `children` is the form; `confirmed` says that it was given.
 */
export function ExportSection({ current, canAsk, isConfirmed, confirmed, children }: ExportSectionProps) {
  const { t } = useI18n()
  const [shown, setShown] = useState<ExportState>(current)
  const mayAsk = canAsk && shown.state !== 'preparing'
  return (
    <Section title={t('settings.export.title')} text={t('settings.export.text')}>
      {confirmed}
      {/* The live region exists before its text, so that a screen reader announces it. */}
      <div aria-live="polite">
        <Current {...shown} />
      </div>
      {shown.state === 'ready' && isConfirmed ? (
        <p>
          <ButtonLink href={addressOf(exportActions.download, { id: shown.id })} download="">
            {t('settings.export.download')}
          </ButtonLink>
        </p>
      ) : null}
      {mayAsk && isConfirmed ? <AskForm onDone={setShown} /> : null}
      {shown.state === 'ready' && !canAsk ? <p>{t('settings.export.tomorrow')}</p> : null}
      {!isConfirmed && (mayAsk || shown.state === 'ready') ? children : null}
    </Section>
  )
}

function Current(current: ExportState) {
  const { t, format } = useI18n()
  if (current.state === 'preparing') return <Notice>{t('settings.export.preparing')}</Notice>
  if (current.state === 'failed') return <Notice kind="error">{t('settings.export.failed')}</Notice>
  if (current.state !== 'ready') return null
  const size = format.number(megabytes(current.size))
  return <Notice kind="success">{t('settings.export.ready', { size, date: format.date(current.expiresAt) })}</Notice>
}

function AskForm({ onDone }: { onDone: (state: ExportState) => void }) {
  const { t } = useI18n()
  return (
    <ActionForm action={exportActions.ask} onDone={onDone}>
      {({ error, pending }) => (
        <>
          {error ? <Notice kind="error">{error}</Notice> : null}
          <Button kind="secondary" pending={pending}>
            {t('settings.export.ask')}
          </Button>
        </>
      )}
    </ActionForm>
  )
}
