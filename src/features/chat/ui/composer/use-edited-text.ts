import { useEffect, useEffectEvent, useRef } from 'react'
import { withoutSent, type MessageText } from '#ui/messages/use-message-text.ts'
import type { Writing, WritingState } from './writing-state.ts'

/**
 * Puts the message that is being edited into the field, and sets the unfinished text aside. Returns how to remove from that text
 * what was sent meanwhile, which returns the rest.
 */
export function useEditedText(writing: Writing, text: MessageText): (sent: string) => string {
  const setAside = useRef('')
  const onWriting = useEffectEvent((now: WritingState, before: WritingState) => {
    if (now.edited === before.edited) return
    if (!before.edited) setAside.current = text.read()
    text.show(now.edited?.text ?? setAside.current)
  })
  useEffect(() => writing.subscribe((now, before) => onWriting(now, before)), [writing])
  return (sent) => {
    setAside.current = withoutSent(setAside.current, sent)
    return setAside.current
  }
}
