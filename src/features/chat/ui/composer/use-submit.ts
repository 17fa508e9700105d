import type { SubmitEvent } from 'react'
import { useStore } from 'zustand'
import { useI18n } from '#shared/i18n/context.tsx'
import type { WireMessage } from '#shared/realtime/wire.ts'
import { visibleText } from '#shared/text/visible.ts'
import { newId } from '#ui/browser/new-id.ts'
import { isTooLong, withoutSent, type MessageText } from '#ui/messages/use-message-text.ts'
import { useSending } from '#ui/messages/use-sending.ts'
import { messageActions } from '../message-menu/lazy-browser.ts'
import type { Writing } from './writing-state.ts'

type Options = {
  conversation: string
  writing: Writing
  text: MessageText
  /** Removes what was sent from the text that is set aside during an edit. */
  takeFromAside: (sent: string) => void
  forgetDraft: () => void
  /** Shows why an edit was refused; undefined shows nothing. */
  showRefusal: (refusal: string | undefined) => void
}

/** Sends the composer's content, or saves the message that is being edited. */
export function useSubmit({ conversation, writing, text, takeFromAside, forgetDraft, showRefusal }: Options) {
  const { t } = useI18n()
  const { answered, edited, photo } = useStore(writing)
  const sending = useSending(conversation)

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    if (!edited && !photo && !sending.isReady) return forgetDraft()
    event.preventDefault()
    const typed = text.read()
    const words = visibleText(typed.trim())
    text.area.current?.focus()
    if ((words === '' && !photo && !edited?.photo) || isTooLong(words)) return
    if (edited) void saveEdit(edited, words)
    else void send(typed, words)
  }
  const send = async (typed: string, words: string) => {
    const whole = `${photo?.address} ${typed}`
    if (sending.isStoring(whole)) return
    const cid = newId()
    if (photo) writing.keepPhoto(cid, photo)
    const replyTo = answered && { epoch: answered.epoch, seq: answered.seq }
    const draft = { text: words, ...(replyTo ? { replyTo } : {}), ...(photo ? { photo: photo.blob } : {}) }
    if (await sending.store(whole, draft, cid)) clear(typed)
  }
  /** Removes what was sent from the composer, but nothing that was added meanwhile. */
  const clear = (typed: string) => {
    forgetDraft()
    const next = writing.getState()
    if (next.edited) {
      // Another message was opened for editing, so the remaining text is set aside.
      takeFromAside(typed)
      if (next.photo === photo) writing.setState({ photo: null })
    } else {
      if (next.answered === answered && next.photo === photo) writing.clear()
      text.show(withoutSent(text.read(), typed))
    }
    showRefusal(undefined)
  }
  const saveEdit = async (message: WireMessage, words: string) => {
    const actions = await messageActions()
    const refused =
      words === message.text ? null : await actions.sendEdit(conversation, message.seq, words, t('common.error.offline'))
    showRefusal(refused ?? undefined)
    if (refused === null && writing.getState().edited === message) writing.stepBack()
  }
  return { submit, type: sending.type }
}
