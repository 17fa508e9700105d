import { chatActions } from '#features/chat/contract.ts'
import { Suspense, useEffect, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { Await } from '#shared/react/deferred.tsx'
import { useFlash } from '#shared/react/page-context.tsx'
import type { WireMessage } from '#shared/realtime/wire.ts'
import { MessageField } from '#ui/messages/message-field.tsx'
import { MessageForm } from '#ui/messages/message-form.tsx'
import { useMessageText } from '#ui/messages/use-message-text.ts'
import { useStore } from 'zustand'
import { AttachPhoto } from './attach-photo.tsx'
import { choosePhoto } from './choose-photo.ts'
import { ComposerTop } from './lazy.ts'
import styles from './composer.module.css'
import type { Partner } from '../inbox/inbox-rows.ts'
import { useDraft } from './use-draft.ts'
import { useEditedText } from './use-edited-text.ts'
import { useKindFirst } from '../kinder/use-kind-first.ts'
import { useSubmit } from './use-submit.ts'
import type { Writing } from './writing-state.ts'

type ComposerProps = {
  partner: Partner
  /** Written by the server, so that a form sent twice without a script creates one message. */
  cid: string
  /** An opening from the page's URL, or ''. */
  say: string
  writing: Writing
  /** The URL names a message to answer, which arrives as the deferred value `reply`. */
  hasReply: boolean
  /** The button inside the field that opens the gifts. */
  giftButton: ReactNode
  isNoScript: boolean
  /** Returns the viewer's newest message that can still be edited: the up arrow loads it into the composer. */
  findEditable: () => WireMessage | null
  /** Returns whether the next message is the viewer's first one here. */
  isFirst: () => boolean
}

/** The message form of a conversation, with a stored draft, photos, answers, edits and gifts. */
export function Composer({ partner, cid, say, writing, hasReply, giftButton, isNoScript, findEditable, isFirst }: ComposerProps) {
  const { t, tn } = useI18n()
  const flash = useFlash(chatActions.send.form)
  const { answered, edited, photo } = useStore(writing)
  const [refusal, setRefusal] = useState<string>()
  const text = useMessageText()
  const { area, left } = text
  const { conversation, firstName: name } = partner
  const draft = useDraft({ area, conversation, isActive: edited === null, show: text.show })
  const takeFromAside = useEditedText(writing, text)
  const sending = useSubmit({ conversation, writing, text, takeFromAside, draft, showRefusal: setRefusal })
  const { submit, type, question } = useKindFirst({ languages: partner.languages, isFirst, text, ...sending })
  const refused = refusal ?? flash?.fields?.['text'] ?? flash?.fields?.['file'] ?? flash?.error
  const typed = flash?.values['text']

  useEffect(() => focusAfterNavigation(area.current), [area])
  useEffect(() => {
    if (answered || edited || photo) area.current?.focus()
  }, [area, answered, edited, photo])

  const choose = async (files: Iterable<File>) => setRefusal(await choosePhoto(files, writing, t))
  const onInput = () => {
    text.measure()
    setRefusal(undefined)
    if (!edited) type()
  }
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const own = event.key === 'ArrowUp' && text.read() === '' && !edited ? findEditable() : null
    if (own) writing.edit(own)
    else if (event.key !== 'Escape' || !writing.stepBack()) return false
    event.preventDefault()
    return true
  }
  return (
    <MessageForm
      conversation={conversation}
      cid={cid}
      className={styles.composer}
      action={chatActions.send.path}
      encType="multipart/form-data"
      onSubmit={submit}
    >
      {answered || edited || photo ? (
        <Suspense fallback={null}>
          <ComposerTop partner={partner} writing={writing} answered={answered} edited={edited} photo={photo} />
        </Suspense>
      ) : hasReply ? (
        <Await<WireMessage> name="reply" fallback={null}>
          {(message) => (message ? <ComposerTop partner={partner} writing={writing} answered={message} isFirst /> : null)}
        </Await>
      ) : null}
      <AttachPhoto isNoScript={isNoScript} isDisabled={edited !== null} onFiles={(files) => void choose(files)} />
      <MessageField
        text={text}
        label={edited ? t('chat.editing') : t('chat.write', { name })}
        placeholder={photo ? t('chat.photo.caption') : t('chat.write', { name })}
        defaultValue={typeof typed === 'string' ? typed : say}
        error={left < 0 ? tn('chat.tooLong', -left) : refused}
        sayLeft={(count) => tn('chat.left', count)}
        submit={edited ? { icon: 'check', label: t('chat.save') } : { icon: 'send', label: t('chat.send') }}
        onInput={onInput}
        onKey={onKey}
        onFiles={(files) => void choose(files)}
        dropZone="section"
        className={styles.field}
      >
        {giftButton && !edited ? <span className={styles.gift}>{giftButton}</span> : null}
      </MessageField>
      {question}
    </MessageForm>
  )
}

/**
 * Focuses the field, except in the first document, where the focus belongs to the page, and on touch devices, where it would open
 * the keyboard.
 */
function focusAfterNavigation(area: HTMLTextAreaElement | null): void {
  const isFirstDocument = document.documentElement.dataset['hydrated'] === undefined
  if (!isFirstDocument && matchMedia('(pointer: fine)').matches) area?.focus({ preventScroll: true })
}
