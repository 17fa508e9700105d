import { newId } from '#ui/browser/new-id.ts'
import { chatActions } from '#features/chat/contract.ts'
import {
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
} from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { Await } from '#shared/react/deferred.tsx'
import { useFlash } from '#shared/react/page-context.tsx'
import { useConnectionStatus, useLive, type Realtime } from '#shared/realtime/realtime.tsx'
import { channelName, limits, type WireMessage } from '#shared/realtime/wire.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { onDropped } from '#ui/fields/dropped-files.ts'
import { isInputMethodKey } from '#ui/fields/input-method.ts'
import { sendOnEnter } from '#ui/fields/send-on-enter.ts'
import { readTransfer } from '#ui/fields/transfer.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { useStore } from 'zustand'
import { ComposerTop } from './lazy.ts'
import styles from './composer.module.css'
import type { Partner } from '../inbox/inbox-rows.ts'
import { messageActions } from '../message-menu/lazy-browser.ts'
import { sendTyping } from '#shared/realtime/send-typing.ts'
import { useDraft } from './use-draft.ts'
import { lengthOf } from '#shared/text/cut.ts'
import { visibleText } from '#shared/text/visible.ts'
import type { Writing, WritingState } from './writing-state.ts'

type ComposerProps = {
  partner: Partner
  /** Written by the server, so that a form sent twice without a script is one message. */
  cid: string
  /** An opening from the page's address, or ''. */
  say: string
  writing: Writing
  /** The address names a message to answer; it comes as the deferred value `reply`. */
  hasReply: boolean
  /** Opens the gifts; it stands inside of the field. */
  giftButton: ReactNode
  isNoScript: boolean
  /** Returns the viewer's newest message that can still be edited: the arrow up loads it into the composer. */
  findEditable: () => WireMessage | null
}

/** The types of features/photos/contract.ts; a page without a photo needs nothing else of it. */
const acceptedTypes = 'image/jpeg,image/png,image/webp'
/** The count of characters left appears near the limit. */
const countFrom = limits.messageText - 200

export function Composer({ partner, cid, say, writing, hasReply, giftButton, isNoScript, findEditable }: ComposerProps) {
  const { t, tn } = useI18n()
  const flash = useFlash(chatActions.send.form)
  const realtime = useLive((live) => live.realtime)
  const { state } = useConnectionStatus()
  const { answered, edited, photo } = useStore(writing)
  const area = useRef<HTMLTextAreaElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const typedAt = useRef(0)
  const [length, setLength] = useState(0)
  const [refusal, setRefusal] = useState<string>()
  const channel = channelName.conversation(partner.conversation)
  const left = limits.messageText - length
  const error =
    left < 0 ? tn('chat.tooLong', -left) : (refusal ?? flash?.fields?.['text'] ?? flash?.fields?.['file'] ?? flash?.error)

  const keeping = useRef<string | null>(null)
  const show = (text: string) => {
    if (area.current && area.current.value !== text) area.current.value = text
    setLength(countPoints(text))
  }
  const forgetDraft = useDraft({ area, conversation: partner.conversation, isActive: edited === null, show })
  useEffect(() => focusAfterNavigation(area.current), [])
  const choose = useEffectEvent(async (files: Iterable<File>) => {
    const all = [...files]
    // Without a picture the first file is refused by its type, in words.
    const file = all.find(({ type }) => type.startsWith('image/')) ?? all[0]
    if (!file) return
    const photos = await import('./prepare-photo.ts').catch(() => null)
    if (!photos) return setRefusal(t('common.error.offline'))
    const prepared = await photos.preparePhoto(file)
    setRefusal('refusal' in prepared ? t(`chat.photo.${prepared.refusal}`) : undefined)
    if ('photo' in prepared) writing.attach(prepared.photo)
  })
  useEffect(() => {
    // A file may have been chosen before hydration.
    void choose(file.current?.files ?? [])
    return onDropped(area.current?.closest('section'), area.current, choose)
  }, [])
  useEffect(() => {
    if (answered || edited || photo) area.current?.focus()
  }, [answered, edited, photo])
  // The unfinished text waits while another message is edited.
  const setAside = useRef('')
  const onWriting = useEffectEvent((now: WritingState, before: WritingState) => {
    if (now.edited === before.edited) return
    if (!before.edited) setAside.current = area.current?.value ?? ''
    show(now.edited?.text ?? setAside.current)
  })
  useEffect(() => writing.subscribe((now, before) => onWriting(now, before)), [writing])

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    // Before the realtime code is loaded, and after the connection closed for good, the form is submitted as without a
    // script.
    if (!edited && !photo && (!realtime || state === 'closed')) return forgetDraft()
    event.preventDefault()
    const typed = area.current?.value ?? ''
    const text = visibleText(typed.trim())
    area.current?.focus()
    if ((text === '' && !photo && !edited?.photo) || countPoints(text) > limits.messageText) return
    if (edited) void saveEdit(edited, text)
    else if (realtime) void send(realtime, typed)
  }
  /** Clears the field once the outbox has stored its text, which takes a moment: pressing twice sends once. */
  const send = async ({ outbox }: Realtime, typed: string) => {
    const wanted = `${photo?.address} ${typed}`
    if (keeping.current === wanted) return
    keeping.current = wanted
    const cid = newId()
    const replyTo = answered ? { epoch: answered.epoch, seq: answered.seq } : undefined
    if (photo) writing.keepPhoto(cid, photo)
    await outbox.add(
      channel,
      { text: visibleText(typed.trim()), ...(replyTo ? { replyTo } : {}), ...(photo ? { photo: photo.blob } : {}) },
      cid,
    )
    if (keeping.current === wanted) keeping.current = null
    forgetDraft()
    const next = writing.getState()
    const afterTyped = (now: string) => (now.startsWith(typed) ? now.slice(typed.length) : now)
    if (next.edited) {
      // Another message was opened for editing in the meantime: what was typed on waits beside it.
      setAside.current = afterTyped(setAside.current)
      if (next.photo === photo) writing.setState({ photo: null })
    } else {
      if (next.answered === answered && next.photo === photo) writing.clear()
      show(afterTyped(area.current?.value ?? ''))
    }
    setRefusal(undefined)
    typedAt.current = 0
  }
  const saveEdit = async (message: WireMessage, text: string) => {
    const actions = await messageActions()
    const refused =
      text === message.text ? null : await actions.sendEdit(partner.conversation, message.seq, text, t('common.error.offline'))
    setRefusal(refused ?? undefined)
    if (refused === null && writing.getState().edited === message) writing.stepBack()
  }
  const onInput = () => {
    setLength(countPoints(area.current?.value ?? ''))
    setRefusal(undefined)
    if (realtime && !edited) sendTyping(realtime, channel, typedAt)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isInputMethodKey(event.nativeEvent)) return
    if (event.key === 'Escape' && writing.stepBack()) return event.preventDefault()
    if (event.key === 'ArrowUp' && event.currentTarget.value === '' && !edited) {
      const own = findEditable()
      if (!own) return
      event.preventDefault()
      return writing.edit(own)
    }
    sendOnEnter(event)
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = readTransfer(event.clipboardData)
    if (pasted.kind !== 'files') return
    event.preventDefault()
    void choose(pasted.files)
  }
  return (
    <form
      className={styles.composer}
      method="post"
      action={chatActions.send.path}
      encType="multipart/form-data"
      onSubmit={submit}
    >
      <input type="hidden" name="conversation" value={partner.conversation} />
      <input type="hidden" name="cid" value={cid} />
      {answered || edited || photo ? (
        <Suspense fallback={null}>
          <ComposerTop partner={partner} writing={writing} answered={answered} edited={edited} photo={photo} />
        </Suspense>
      ) : hasReply ? (
        <Await<WireMessage> name="reply" fallback={null}>
          {(message) => (message ? <ComposerTop partner={partner} writing={writing} answered={message} isFirst /> : null)}
        </Await>
      ) : null}
      <label className={`${styles.attach} ${isNoScript ? styles.noScript : ''}`} title={t('chat.photo.attach')}>
        <Icon name="image" />
        <input
          ref={file}
          type="file"
          name="file"
          accept={acceptedTypes}
          className={isNoScript ? undefined : 'visually-hidden'}
          aria-label={t('chat.photo.attach')}
          disabled={edited !== null}
          onChange={(event) => {
            void choose(event.currentTarget.files ?? [])
            event.currentTarget.value = ''
          }}
        />
      </label>
      <label className="visually-hidden" htmlFor="message">
        {edited ? t('chat.editing') : t('chat.write', { name: partner.firstName })}
      </label>
      <div className={styles.field}>
        {giftButton && !edited ? <span className={styles.gift}>{giftButton}</span> : null}
        <textarea
          ref={area}
          id="message"
          name="text"
          className={styles.area}
          dir="auto"
          rows={1}
          placeholder={photo ? t('chat.photo.caption') : t('chat.write', { name: partner.firstName })}
          defaultValue={typeof flash?.values['text'] === 'string' ? flash.values['text'] : say}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'message-error' : undefined}
          enterKeyHint="send"
          onInput={onInput}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
      </div>
      <IconButton type="submit" icon={edited ? 'check' : 'send'} kind="thread" label={t(edited ? 'chat.save' : 'chat.send')} />
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

/**
 * Focuses the field, but not at the first document, where focus belongs to the page, and not on touch, where it would open
 * the keyboard.
 */
function focusAfterNavigation(area: HTMLTextAreaElement | null): void {
  const isFirstDocument = document.documentElement.dataset['hydrated'] === undefined
  if (!isFirstDocument && matchMedia('(pointer: fine)').matches) area?.focus({ preventScroll: true })
}

function countPoints(text: string): number {
  return text.length <= countFrom ? text.length : lengthOf(text)
}
