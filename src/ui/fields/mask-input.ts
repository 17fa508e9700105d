import InputMask from 'imask/esm/controls/input'
import 'imask/esm/masked/pattern'
import 'imask/esm/masked/regexp'
import { toInputPattern, toMaskPattern } from './mask-tokens.ts'

/** Loaded on the first focus of a masked field, never before. Returns the undoing. */
export function maskInput(input: HTMLInputElement, mask: string): () => void {
  // `lazy` shows no placeholders, so that a field left half filled posts just what was typed.
  const typed = input.value
  const control = new InputMask(input, { ...toMaskPattern(mask), lazy: true, eager: 'append' })
  // A mistake stays marked until the last character.
  input.pattern = toInputPattern(mask)
  // What was typed before the mask came stands in its shape now: drafts keep it so.
  if (input.value !== typed) input.dispatchEvent(new Event('input', { bubbles: true }))
  return () => control.destroy()
}
