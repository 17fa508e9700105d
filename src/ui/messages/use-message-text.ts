import { useRef, useState, type RefObject } from 'react'
import { limits } from '#shared/realtime/wire.ts'
import { lengthOf } from '#shared/text/cut.ts'

/** So few characters left are counted. */
export const countFrom = 200

/** The text of a message's field. The field itself holds it, so that typing renders nothing but the count. */
export type MessageText = {
  area: RefObject<HTMLTextAreaElement | null>
  /** Characters that may still be typed; below 0 the text is too long. */
  left: number
  read(): string
  /** Puts a text into the field. */
  show(text: string): void
  /** Counts again; call it when somebody types. */
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

/** What was typed on while `sent` was being stored. */
export function withoutSent(typed: string, sent: string): string {
  return typed.startsWith(sent) ? typed.slice(sent.length) : typed
}

/** Far from the limit, UTF-16 units are near enough, and quicker to count. */
function countPoints(text: string): number {
  return text.length <= limits.messageText - countFrom ? text.length : lengthOf(text)
}
