import InputMask from 'imask/esm/controls/input'
import 'imask/esm/masked/pattern'
import 'imask/esm/masked/regexp'
import { toInputPattern, toMaskPattern } from './mask-tokens.ts'

/** Loaded on the first focus of a masked field, never before. Returns a function that removes the mask. */
export function maskInput(input: HTMLInputElement, mask: string): () => void {
  // `lazy` shows no placeholders, so a half-filled field posts just the typed text.
  const typed = input.value
  const control = new InputMask(input, { ...toMaskPattern(mask), lazy: true, eager: 'append' })
  // A mistake stays marked until the last character.
  input.pattern = toInputPattern(mask)
  // Text typed before the mask loaded now has its shape, and drafts store it so.
  if (input.value !== typed) input.dispatchEvent(new Event('input', { bubbles: true }))
  return () => control.destroy()
}
