import { Suspense, useState } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { useFlash } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { requestActions, type SentRequest, type WriteView } from '#features/chat/contract.ts'
import { RequestDialog } from './lazy-dialog.ts'
import type { Person } from './request-dialog.tsx'

const dialogId = 'write'

/** Returns how the viewer may write to a person, updated by requests sent on this page, and whether the form is open. */
export function useWrite(person: Person, given: WriteView) {
  const [sent, setSent] = useState<{ to: string; conversation: string | null } | null>(null)
  const [openFor, setOpenFor] = useState<string | null>(null)
  const write: WriteView =
    sent?.to === person.id && given.kind === 'form' ? { kind: 'sent', conversation: sent.conversation } : given
  return {
    write,
    isOpen: openFor === person.id,
    open: () => setOpenFor(person.id),
    onClose() {
      setOpenFor(null)
      document.querySelector<HTMLElement>(`[data-act="${dialogId}"]`)?.focus()
    },
    onSent: ({ conversation }: SentRequest) => setSent({ to: person.id, conversation }),
  }
}

export type Writing = ReturnType<typeof useWrite>
type WriteProps = {
  person: Person
  writing: Writing
  /** True without a script: the form is then part of the page. */
  isNoScript: boolean
}

/**
 * The button to write to a person: it opens the conversation, or sends one request to a person who is not a match. Needs a
 * `WriteNote` beside it.
 */
export function WriteButton({ person: { firstName: name }, writing: { write, open }, isNoScript }: WriteProps) {
  const { t } = useI18n()
  const href = useHref()
  if (write.kind === 'open') {
    return (
      <ButtonLink wide icon="message-circle" href={href(routes.messages, {}, { query: { chat: write.conversation } })}>
        {t('profile.write', { name })}
      </ButtonLink>
    )
  }
  if (write.kind !== 'form') return null
  return (
    <Button
      type="button"
      kind="secondary"
      icon="message-circle"
      wide
      aria-haspopup="dialog"
      data-act={dialogId}
      popoverTarget={isNoScript ? dialogId : undefined}
      onClick={open}
    >
      {t('profile.request.write', { name })}
    </Button>
  )
}

/** The first message's form in a dialog, and afterwards the state of the request. */
export function WriteNote({ person, writing: { write, isOpen, onClose, onSent }, isNoScript }: WriteProps) {
  const { t } = useI18n()
  const href = useHref()
  const flash = useFlash(requestActions.send.form)
  const name = person.firstName
  const chat = (conversation: string) => href(routes.messages, {}, { query: { chat: conversation } })
  switch (write.kind) {
    case 'form':
      return isNoScript || isOpen ? (
        <Suspense fallback={null}>
          <RequestDialog key={person.id} id={dialogId} open={isOpen || undefined} {...{ person, write, onClose, onSent }} />
        </Suspense>
      ) : null
    case 'incoming':
      return (
        <Notice title={t('profile.request.incoming', { name })}>
          <a className="alone" href={chat(write.conversation)}>
            {t('profile.request.read')}
          </a>
        </Notice>
      )
    case 'sent':
      return (
        <Notice kind={flash?.error ? 'warn' : 'success'} title={t('profile.request.sent', { name })}>
          <p>{flash?.error ?? t('profile.request.sentText')}</p>
          {write.conversation === null ? null : <a href={chat(write.conversation)}>{t('profile.request.see')}</a>}
        </Notice>
      )
    case 'open':
    case 'none':
      return null
    default:
      return write satisfies never
  }
}
