import { useEffect, useEffectEvent, useRef, useState, type ClipboardEvent, type RefObject, type SubmitEvent } from 'react'
import { chatActions } from '#features/chat/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { useFlash } from '#shared/react/page-context.tsx'
import { useConnectionStatus, useLive } from '#shared/realtime/realtime.tsx'
import { sendTyping } from '#shared/realtime/send-typing.ts'
import { channelName, limits } from '#shared/realtime/wire.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { lengthOf } from '#shared/text/cut.ts'
import { visibleText } from '#shared/text/visible.ts'
import { onDropped } from '#ui/fields/dropped-files.ts'
import { sendOnEnter } from '#ui/fields/send-on-enter.ts'
import { readTransfer } from '#ui/fields/transfer.ts'
import styles from './talk-composer.module.css'

type TalkComposerProps = {
  encounter: string
  /** Made-up name of the partner. */
  name: string
  /** Written by the server, so that a form sent twice without a script is one message. */
  cid: string
  /** Follows the field, for the conversation that a reveal opens. In memory only: no draft of a talk is stored. */
  unsentRef: RefObject<string>
}

/** The count of characters left appears near the limit. */
const countFrom = limits.messageText - 200

/** The text field of an encounter: text alone, and no draft of it stays behind on the device. */
export function TalkComposer({ encounter, name, cid, unsentRef }: TalkComposerProps) {
  const { t, tn } = useI18n()
  const flash = useFlash(chatActions.send.form)
  const realtime = useLive((live) => live.realtime)
  const { state } = useConnectionStatus()
  const area = useRef<HTMLTextAreaElement>(null)
  const typedAt = useRef(0)
  const isAdding = useRef(false)
  const [length, setLength] = useState(0)
  const [isChanged, setIsChanged] = useState(false)
  const [hasFiles, setHasFiles] = useState(false)
  const channel = channelName.conversation(encounter)
  const left = limits.messageText - length
  const refused = isChanged ? undefined : (flash?.fields?.['text'] ?? flash?.error)
  const error = left < 0 ? tn('encounters.tooLong', -left) : hasFiles ? t('encounters.noFiles') : refused

  const refuseFiles = useEffectEvent(() => setHasFiles(true))
  useEffect(() => onDropped(document.body, area.current, refuseFiles), [])
  const onPaste = (event: ClipboardEvent) => {
    if (readTransfer(event.clipboardData).kind !== 'files') return
    event.preventDefault()
    setHasFiles(true)
  }

  const follow = () => {
    unsentRef.current = area.current?.value ?? ''
    setLength(countPoints(unsentRef.current))
  }
  // Text may have been typed before hydration, or come back with the page.
  const followFirst = useEffectEvent(follow)
  useEffect(() => followFirst(), [])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    // Before the realtime code is loaded, and after the connection closed for good, the form is submitted as without a
    // script.
    if (!realtime || state === 'closed') return
    event.preventDefault()
    void send(area.current?.value ?? '')
  }
  /** Clears the field once the outbox has stored its text, which takes a moment: pressing twice sends once. */
  const send = async (typed: string) => {
    const text = visibleText(typed.trim())
    area.current?.focus()
    if (!realtime || isAdding.current || text === '' || left < 0) return
    isAdding.current = true
    await realtime.outbox.add(channel, { text })
    isAdding.current = false
    typedAt.current = 0
    const now = area.current?.value ?? ''
    if (area.current && now.startsWith(typed)) area.current.value = now.slice(typed.length)
    follow()
  }
  const onInput = () => {
    setIsChanged(true)
    setHasFiles(false)
    follow()
    if (realtime) sendTyping(realtime, channel, typedAt)
  }
  return (
    <form className={styles.composer} method="post" action={chatActions.send.path} onSubmit={submit}>
      <input type="hidden" name="conversation" value={encounter} />
      <input type="hidden" name="cid" value={cid} />
      <label className="visually-hidden" htmlFor="message">
        {t('encounters.write', { name })}
      </label>
      <textarea
        ref={area}
        id="message"
        name="text"
        className={styles.area}
        dir="auto"
        rows={1}
        placeholder={t('encounters.write', { name })}
        defaultValue={typeof flash?.values['text'] === 'string' ? flash.values['text'] : ''}
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'message-error' : undefined}
        enterKeyHint="send"
        onInput={onInput}
        onKeyDown={sendOnEnter}
        onPaste={onPaste}
      />
      <IconButton type="submit" icon="send" kind="thread" label={t('encounters.send')} />
      {error ? (
        <p id="message-error" className={styles.error} role="alert">
          {error}
        </p>
      ) : length > countFrom ? (
        <p className={styles.count}>{tn('encounters.left', left)}</p>
      ) : null}
    </form>
  )
}

function countPoints(text: string): number {
  return text.length <= countFrom ? text.length : lengthOf(text)
}
