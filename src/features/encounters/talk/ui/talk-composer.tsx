import { useEffect, useEffectEvent, useState, type RefObject, type SubmitEvent } from 'react'
import { chatActions } from '#features/chat/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { useFlash } from '#shared/react/page-context.tsx'
import { visibleText } from '#shared/text/visible.ts'
import { MessageField } from '#ui/messages/message-field.tsx'
import { MessageForm } from '#ui/messages/message-form.tsx'
import { useMessageText, withoutSent } from '#ui/messages/use-message-text.ts'
import { useSending } from '#ui/messages/use-sending.ts'

type TalkComposerProps = {
  encounter: string
  /** Made-up name of the partner. */
  name: string
  /** Written by the server, so that a form sent twice without a script creates one message. */
  cid: string
  /** Follows the field, for the conversation that a reveal opens. In memory only: no draft of a talk is stored. */
  unsentRef: RefObject<string>
}

/** The message form of an encounter: text only, and no draft of it stays on the device. */
export function TalkComposer({ encounter, name, cid, unsentRef }: TalkComposerProps) {
  const { t, tn } = useI18n()
  const flash = useFlash(chatActions.send.form)
  const sending = useSending(encounter)
  const text = useMessageText()
  const [isChanged, setIsChanged] = useState(false)
  const [hasFiles, setHasFiles] = useState(false)
  const { area, left } = text
  const refused = isChanged ? undefined : (flash?.fields?.['text'] ?? flash?.error)
  const typed = flash?.values['text']

  const follow = () => {
    unsentRef.current = text.read()
    text.measure()
  }
  // Somebody may have typed before hydration, or the browser may have restored the text.
  const followFirst = useEffectEvent(follow)
  useEffect(() => followFirst(), [])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    if (!sending.isReady) return
    event.preventDefault()
    area.current?.focus()
    void send(text.read())
  }
  const send = async (whole: string) => {
    const words = visibleText(whole.trim())
    if (words === '' || left < 0 || !(await sending.store(whole, { text: words }))) return
    text.show(withoutSent(text.read(), whole))
    follow()
  }
  const onInput = () => {
    setIsChanged(true)
    setHasFiles(false)
    follow()
    sending.type()
  }
  return (
    <MessageForm conversation={encounter} cid={cid} action={chatActions.send.path} onSubmit={submit}>
      <MessageField
        text={text}
        label={t('encounters.write', { name })}
        placeholder={t('encounters.write', { name })}
        defaultValue={typeof typed === 'string' ? typed : ''}
        autoComplete="off"
        error={left < 0 ? tn('encounters.tooLong', -left) : hasFiles ? t('encounters.noFiles') : refused}
        sayLeft={(count) => tn('encounters.left', count)}
        submit={{ icon: 'send', label: t('encounters.send') }}
        onInput={onInput}
        onFiles={() => setHasFiles(true)}
        dropZone="body"
      />
    </MessageForm>
  )
}
