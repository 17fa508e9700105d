import { useState, type ClipboardEvent, type DragEvent, type FormEvent } from 'react'
import { lengthOf } from '#shared/text/cut.ts'

type Control = { value: string; maxLength: number }
type Target = HTMLInputElement | HTMLTextAreaElement

type Limits = {
  maxLength: number
  onPaste: (event: ClipboardEvent<Target>) => void
  onDrop: (event: DragEvent<Target>) => void
  onInput: (event: FormEvent<Target>) => void
}
type LengthLimit = { points: number; limits: Partial<Limits> }

/** Counts as the server does where it composes a text first, as it does with names: é counts once, however it was typed. */
export const composedLength = (text: string): number => lengthOf(text.normalize())

/** Returns the limit in UTF-16 units, which browsers count, for at most `most` characters by `count` in such a text. */
export function unitLimit(most: number, text: string, count: (text: string) => number): number {
  return most + text.length - count(text)
}

/** Sets the limit of a field for its text and what is about to arrive: browsers cut a pasted text before it can be counted. */
export function fitLimit(control: Control, arriving: string, most: number, count: (text: string) => number): void {
  control.maxLength = unitLimit(most, control.value + arriving, count)
}

/**
 * Limits a field's text as the server does, by code points; the count starts from `initial`. Browsers count UTF-16 units, so the
 * limit grows with each character that needs several. `limits` are attributes of the control; none without a limit.
 */
export function useLengthLimit(most: number | undefined, initial: string, count = lengthOf): LengthLimit {
  const [typed, setTyped] = useState(() => ({ units: initial.length, points: count(initial) }))
  if (most === undefined) return { points: typed.points, limits: {} }
  const fit = (control: Target, arriving: string) => fitLimit(control, arriving, most, count)
  const limits = {
    maxLength: most + typed.units - typed.points,
    onPaste: (event: ClipboardEvent<Target>) => fit(event.currentTarget, event.clipboardData.getData('text/plain')),
    onDrop: (event: DragEvent<Target>) => fit(event.currentTarget, event.dataTransfer.getData('text/plain')),
    onInput: ({ currentTarget }: FormEvent<Target>) => {
      fit(currentTarget, '')
      setTyped({ units: currentTarget.value.length, points: count(currentTarget.value) })
    },
  }
  return { points: typed.points, limits }
}
