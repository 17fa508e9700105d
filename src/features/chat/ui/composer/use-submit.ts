import type { SubmitEvent } from 'react'
import { useStore } from 'zustand'
import { useI18n } from '#shared/i18n/context.tsx'
import type { WireMessage } from '#shared/realtime/wire.ts'
import { visibleText } from '#shared/text/visible.ts'
import { isTooLong, withoutSent, type MessageText } from '#ui/messages/use-message-text.ts'
import { useSending } from '#ui/messages/use-sending.ts'
import { messageActions } from '../message-menu/lazy-browser.ts'
import type { KeptDraft } from './use-draft.ts'
import type { Writing } from './writing-state.ts'

type Options = {
  conversation: string
  writing: Writing
  text: MessageText
  /** Takes what was sent out of the text that waits while a message is edited, and returns the rest. */
  takeFromAside: (sent: string) => string
  draft: KeptDraft
  /** Shows why an edit was refused; undefined shows nothing. */
  showRefusal: (refusal: string | undefined) => void
}

/** Sends the composer's content, or saves the message that is being edited. */
export function useSubmit({ conversation, writing, text, takeFromAside, draft, showRefusal }: Options) {
  const { t } = useI18n()
  const { answered, edited, photo } = useStore(writing)
  const sending = useSending(conversation)

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    if (!edited && !photo && !sending.isReady) return draft.keep('')
    event.preventDefault()
    const typed = text.read()
    const words = visibleText(typed.trim())
    text.area.current?.focus()
    if ((words === '' && !photo && !edited?.photo) || isTooLong(words)) return
    if (edited) void saveEdit(edited, words)
    else void send(typed, words)
  }
  const send = async (typed: string, words: string) => {
    const replyTo = answered && { epoch: answered.epoch, seq: answered.seq }
    const message = { text: words, ...(replyTo ? { replyTo } : {}), ...(photo ? { photo: photo.blob } : {}) }
    const begin = (cid: string) => {
      if (photo) writing.keepPhoto(cid, photo)
    }
    if (await sending.store(`${photo?.address} ${typed}`, message, begin)) clear(typed)
  }
  /** Takes what was sent out of the composer, but nothing that came into it meanwhile: that is the draft now. */
  const clear = (typed: string) => {
    const next = writing.getState()
    if (next.edited) {
      // Another message was opened for editing, so the remaining text is set aside.
      draft.keep(takeFromAside(typed))
      if (next.photo === photo) writing.setState({ photo: null })
    } else {
      if (next.answered === answered && next.photo === photo) writing.clear()
      // The field is gone once the conversation has been left.
      const rest = withoutSent(text.area.current ? text.read() : draft.read(), typed)
      text.show(rest)
      draft.keep(rest)
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
