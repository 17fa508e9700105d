import { useEffect, useRef } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../overlays/dialog.tsx'

/** Asks whether an unkind message shall be sent. Escape and the close button lead back to the text, as 'Edit' does. */
export function KinderQuestion({ onAnswer }: { onAnswer: (sends: boolean) => void }) {
  const { t } = useI18n()
  const edit = useRef<HTMLButtonElement>(null)
  // Runs after the dialog's own effect, which has opened it.
  useEffect(() => edit.current?.focus(), [])
  return (
    <Dialog
      id="kinder"
      title={t('safety.kinder.ask')}
      closeLabel={t('common.form.close')}
      sheet
      open
      onClose={() => onAnswer(false)}
      actions={
        <>
          <Button type="button" kind="secondary" onClick={() => onAnswer(true)}>
            {t('safety.kinder.send')}
          </Button>
          <Button ref={edit} type="button" icon="pencil" onClick={() => onAnswer(false)}>
            {t('safety.kinder.edit')}
          </Button>
        </>
      }
    >
      <p>{t('safety.kinder.text')}</p>
    </Dialog>
  )
}
