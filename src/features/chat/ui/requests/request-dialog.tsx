import { useEffect, useState, type ReactNode } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { useFlash } from '#shared/react/page-context.tsx'
import type { ActionDialogProps } from '#ui/overlays/guarded-actions.tsx'
import { ActionForm, type FormView } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { askKindly } from '#ui/kinder/ask-kindly.tsx'
import { TextAreaField } from '#ui/fields/text-area-field.tsx'
import { requestActions, requestTextLimit, type SentRequest, type WriteView } from '#features/chat/contract.ts'
import styles from './write-to.module.css'

export type Person = { id: string; firstName: string; languages?: readonly string[] }
type FormWrite = Extract<WriteView, { kind: 'form' }>

type RequestDialogProps = ActionDialogProps & {
  person: Person
  write: FormWrite
  onSent: (answer: SentRequest) => void
}

/** The form of a first message to a member who is not a match; its field has the focus. */
export function RequestDialog({ id, open, onClose, person, write, onSent }: RequestDialogProps) {
  const { t, locale } = useI18n()
  const flash = useFlash(requestActions.send.form)
  const [question, show] = useState<ReactNode>(null)
  const findField = () => document.getElementById(id)?.querySelector('textarea')
  // Runs after the dialog's own effect, which has opened it.
  useEffect(() => {
    if (open) document.getElementById(id)?.querySelector('textarea')?.focus()
  }, [id, open])
  const maySend = (text: string) => askKindly(text, [locale.code, ...(person.languages ?? [])], show)
  const prepare = async () => {
    const sends = await maySend(findField()?.value ?? '')
    if (!sends) findField()?.focus()
    return sends
  }
  return (
    <>
      <Dialog
        id={id}
        title={t('profile.request.write', { name: person.firstName })}
        closeLabel={t('common.form.close')}
        sheet
        open={open}
        onClose={onClose}
        shown={flash?.error !== undefined && open === undefined}
      >
        <ActionForm action={requestActions.send} onDone={onSent} prepare={prepare}>
          {(view) => <RequestFields {...{ person, write, view }} onInput={() => void maySend('')} />}
        </ActionForm>
      </Dialog>
      {question}
    </>
  )
}

type RequestFieldsProps = { person: Person; write: FormWrite; view: FormView; onInput: () => void }

function RequestFields({ person: { id, firstName: name }, write: { quota, cid }, view, onInput }: RequestFieldsProps) {
  const { t, tn, format } = useI18n()
  const { values, fields, error, pending } = view
  const typed = values['text']
  return (
    <div className={styles.form}>
      {error && !fields['text'] ? <Notice kind="error">{error}</Notice> : null}
      {quota.left === 0 ? (
        <p>{tn('profile.request.none', quota.limit, { time: format.timeIn(quota.resetsAt, quota.timeZone) })}</p>
      ) : (
        <>
          <input type="hidden" name="to" value={id} />
          <input type="hidden" name="cid" value={cid} />
          <TextAreaField
            name="text"
            label={t('profile.request.label')}
            hint={t('profile.request.hint', { name })}
            maxLength={requestTextLimit}
            rows={4}
            required
            defaultValue={typeof typed === 'string' ? typed : undefined}
            error={fields['text']}
            onInput={onInput}
          />
          <Button icon="send" pending={pending}>
            {t('profile.request.send')}
          </Button>
          <p>{tn('profile.request.left', quota.left)}</p>
        </>
      )}
    </div>
  )
}
