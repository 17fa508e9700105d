import { useState } from 'react'
import { apiPaths } from '#shared/api-paths.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { useFlash } from '#shared/page-context.tsx'
import { routes } from '#shared/routes.ts'
import { ActionForm, type FormView } from '#ui/action-form.tsx'
import { Button, ButtonLink, ButtonSummary } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextAreaField } from '#ui/text-area-field.tsx'
import { requestForms, requestTextLimit, type WriteView } from '../contract.ts'
import styles from './write-to.module.css'

type Props = { person: { id: string; firstName: string }; write: WriteView }

/** The way to write to someone: into the conversation, or one request message to who is no match. */
export function WriteTo({ person, write: given }: Props) {
  const { t } = useI18n()
  const href = useHref()
  const flash = useFlash(requestForms.send)
  const [sent, setSent] = useState<{ to: string; conversation: string | null } | null>(null)
  const write: WriteView =
    sent?.to === person.id && given.kind === 'form' ? { kind: 'sent', conversation: sent.conversation } : given
  const name = person.firstName
  const chat = (conversation: string) => href(routes.messages, {}, { query: { chat: conversation } })

  switch (write.kind) {
    case 'open':
      return (
        <ButtonLink wide icon="message-circle" href={chat(write.conversation)}>
          {t('profile.write', { name })}
        </ButtonLink>
      )
    case 'incoming':
      return (
        <Notice title={t('profile.request.incoming', { name })}>
          <a href={chat(write.conversation)}>{t('profile.request.read')}</a>
        </Notice>
      )
    case 'sent':
      return (
        <Notice kind={flash?.error ? 'warn' : 'success'} title={t('profile.request.sent', { name })}>
          <p>{flash?.error ?? t('profile.request.sentText')}</p>
          {write.conversation === null ? null : <a href={chat(write.conversation)}>{t('profile.request.see')}</a>}
        </Notice>
      )
    case 'form':
      return (
        <ActionForm
          name={requestForms.send}
          action={apiPaths.chatRequest}
          onDone={({ conversation }) =>
            setSent({ to: person.id, conversation: typeof conversation === 'string' ? conversation : null })
          }
        >
          {(view) => <RequestFields {...{ person, write, view }} />}
        </ActionForm>
      )
    case 'none':
      return null
    default:
      return write satisfies never
  }
}

type RequestFieldsProps = Pick<Props, 'person'> & { write: Extract<WriteView, { kind: 'form' }>; view: FormView }

function RequestFields({ person: { id, firstName: name }, write: { quota, cid }, view }: RequestFieldsProps) {
  const { t, tn, format } = useI18n()
  const { values, fields, error, pending } = view
  const typed = values['text']
  return (
    <details className={styles.write} open={error || fields['text'] ? true : undefined}>
      <ButtonSummary wide kind="secondary" icon="message-circle">
        {t('profile.request.write', { name })}
      </ButtonSummary>
      <div className={styles.form}>
        {error && !fields['text'] ? <Notice kind="error">{error}</Notice> : null}
        {quota.left === 0 ? (
          <p>{t('profile.request.none', { count: format.number(quota.limit), time: format.time(quota.resetsAt) })}</p>
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
            />
            <Button icon="send" pending={pending}>
              {t('profile.request.send')}
            </Button>
            <p>{tn('profile.request.left', quota.left)}</p>
          </>
        )}
      </div>
    </details>
  )
}
