import type { KeyboardEvent } from 'react'
import { isInputMethodKey } from './input-method.ts'

/** Sends on Enter where there is a physical keyboard; Shift+Enter, and touch keyboards, make a new line. */
export function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || isInputMethodKey(event.nativeEvent)) return
  if (!matchMedia('(pointer: fine)').matches) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
