import { useEffect, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import { apiPaths } from '#shared/api-paths.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { useFlash } from '#shared/page-context.tsx'
import { useConnectionStatus, useLive, type Realtime } from '#shared/realtime.tsx'
import { channelName, limits } from '#shared/wire.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { chatForms } from '../contract.ts'
import { typingEvent } from './chat-state.ts'
import styles from './composer.module.css'
import { useDraft } from './use-draft.ts'

type ComposerProps = {
  conversation: string
  partnerName: string
  /** Written by the server, so that a form sent twice without a script is one message. */
  cid: string
}

/** The partner's sign of typing holds for 6 s; repeating it sooner is enough. */
const typingRepeatMs = 3000
/** The count of what is left appears near the limit. */
const countFrom = limits.messageText - 200

export function Composer({ conversation, partnerName, cid }: ComposerProps) {
  const { t, tn } = useI18n()
  const flash = useFlash(chatForms.send)
  const realtime = useLive((live) => live.realtime)
  const { state } = useConnectionStatus()
  const area = useRef<HTMLTextAreaElement>(null)
  const typedAt = useRef(0)
  const [length, setLength] = useState(0)
  const channel = channelName.conversation(conversation)
  const left = limits.messageText - length
  const error = left < 0 ? tn('chat.tooLong', -left) : (flash?.fields?.['text'] ?? flash?.error)

  const keeping = useRef<string | null>(null)
  const show = (text: string) => {
    if (area.current && area.current.value !== text) area.current.value = text
    setLength(countPoints(text))
  }
  const forgetDraft = useDraft({ area, conversation, show })
  useEffect(() => focusAfterNavigation(area.current), [])

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    // Before the connection's code has arrived, and after it ended, the form goes the way it goes without a script.
    if (!realtime || state === 'closed' || !area.current) return
    event.preventDefault()
    const typed = area.current.value
    const text = typed.trim()
    area.current.focus()
    if (text === '' || countPoints(text) > limits.messageText) return
    void send(realtime, typed)
  }
  /** The field is cleared once the outbox has what stood there, which takes a moment: pressing twice sends once. */
  const send = async ({ outbox }: Realtime, typed: string) => {
    if (keeping.current === typed) return
    keeping.current = typed
    await outbox.add(channel, { text: typed.trim() })
    if (keeping.current === typed) keeping.current = null
    forgetDraft()
    const now = area.current?.value ?? ''
    if (now.startsWith(typed)) show(now.slice(typed.length))
    typedAt.current = 0
  }
  const onInput = () => {
    setLength(countPoints(area.current?.value ?? ''))
    const now = Date.now()
    if (!realtime || now - typedAt.current < typingRepeatMs) return
    typedAt.current = now
    realtime.clientEvent(channel, typingEvent)
  }
  return (
    <form className={styles.composer} method="post" action={apiPaths.chatSend} onSubmit={submit}>
      <input type="hidden" name="conversation" value={conversation} />
      <input type="hidden" name="cid" value={cid} />
      <label className="visually-hidden" htmlFor="message">
        {t('chat.write', { name: partnerName })}
      </label>
      <textarea
        ref={area}
        id="message"
        name="text"
        className={styles.area}
        rows={1}
        required
        placeholder={t('chat.write', { name: partnerName })}
        defaultValue={typeof flash?.values['text'] === 'string' ? flash.values['text'] : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'message-error' : undefined}
        enterKeyHint="send"
        onInput={onInput}
        onKeyDown={sendOnEnter}
      />
      <IconButton type="submit" icon="send" kind="thread" label={t('chat.send')} />
      {error ? (
        <p id="message-error" className={styles.error} role="alert">
          {error}
        </p>
      ) : length > countFrom ? (
        <p className={styles.count}>{tn('chat.left', left)}</p>
      ) : null}
    </form>
  )
}

/** Enter sends where there is a keyboard beside the pointer; Shift+Enter, and touch keyboards, make a new line. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !matchMedia('(pointer: fine)').matches) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

/** Not at the first document, where focus belongs to the page; and not on touch, where it would raise the keyboard. */
function focusAfterNavigation(area: HTMLTextAreaElement | null): void {
  const isFirstDocument = document.documentElement.dataset['hydrated'] === undefined
  if (!isFirstDocument && matchMedia('(pointer: fine)').matches) area?.focus({ preventScroll: true })
}

function countPoints(text: string): number {
  return text.length <= countFrom ? text.length : [...text].length
}
