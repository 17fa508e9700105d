import { useRef, useState, type RefObject } from 'react'
import { limits } from '#shared/realtime/wire.ts'
import { lengthOf } from '#shared/text/cut.ts'

/** The count is shown from this many characters left. */
export const countFrom = 200

/** The text of a message's field. It is kept in the field itself, so that typing renders nothing but the count. */
export type MessageText = {
  area: RefObject<HTMLTextAreaElement | null>
  /** Characters that may still be typed; negative when the text is too long. */
  left: number
  read(): string
  /** Puts a text into the field. */
  show(text: string): void
  /** Counts again; call it on input. */
  measure(): void
}

export function useMessageText(): MessageText {
  const area = useRef<HTMLTextAreaElement>(null)
  const [length, setLength] = useState(0)
  const read = () => area.current?.value ?? ''
  const measure = () => setLength(countPoints(read()))
  return {
    area,
    left: limits.messageText - length,
    read,
    show(text) {
      if (area.current && area.current.value !== text) area.current.value = text
      measure()
    },
    measure,
  }
}

export function isTooLong(text: string): boolean {
  return countPoints(text) > limits.messageText
}

/** Returns what was typed while `sent` was being stored. */
export function withoutSent(typed: string, sent: string): string {
  return typed.startsWith(sent) ? typed.slice(sent.length) : typed
}

/** Far from the limit, UTF-16 units are accurate enough, and quicker to count. */
function countPoints(text: string): number {
  return text.length <= limits.messageText - countFrom ? text.length : lengthOf(text)
}
