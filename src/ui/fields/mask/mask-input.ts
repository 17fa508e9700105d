import InputMask from 'imask/esm/controls/input'
import 'imask/esm/masked/pattern'
import 'imask/esm/masked/regexp'
import { toInputPattern, toMaskPattern } from './mask-tokens.ts'
import { hasTypedSeparator, spell, type Spelling } from './spelling.ts'

/** Loaded on the first focus of a masked field, never earlier. Returns a function that removes the mask. */
export function maskInput(input: HTMLInputElement, mask: string, spelling?: Spelling): () => void {
  const stops = new AbortController()
  const { signal } = stops
  const typed = input.value
  const before = { text: '', isAtEnd: true }
  // In the capture phase, this runs before the mask's own listener, which drops early separators and excess characters. The mask
  // may have inserted a separator after the cursor.
  const read = (event: Event) => {
    const end = event instanceof InputEvent ? (input.selectionEnd ?? input.value.length) : input.value.length
    before.text = input.value.slice(0, end)
    before.isAtEnd = !/[\p{L}\p{N}]/u.test(input.value.slice(end))
  }
  input.addEventListener('input', read, { capture: true, signal })

  // `lazy` shows no placeholders, so a half-filled field submits only the typed text.
  const control = new InputMask(input, { ...toMaskPattern(mask), lazy: true, eager: 'append' })
  let separates = false
  let shown: string | null = mask
  const show = (text: string, isWhole: boolean) => {
    const shaped = spell({ text, mask, spelling, isWhole, separates })
    if (shaped.text === text && shaped.mask === shown) return
    shown = shaped.mask
    control.updateOptions(toMaskPattern(shown))
    control.value = shaped.text
    control.cursorPos = control.value.length
  }
  input.addEventListener(
    'input',
    (event) => {
      const { text, isAtEnd } = before
      const { inputType, data } = event instanceof InputEvent ? event : { inputType: '', data: null }
      if (text === '') separates = false
      if (inputType.startsWith('delete') || !isAtEnd) return
      separates ||= hasTypedSeparator(text)
      show(text, inputType !== 'insertCompositionText' && data?.length !== 1)
    },
    { signal },
  )
  // A last part of one digit may be complete, which is only known when the field loses focus.
  input.addEventListener('change', () => show(input.value, true), { signal })
  // A mistake stays marked until the last character is typed.
  input.pattern = toInputPattern(mask)
  show(typed, true)
  // Text typed before the mask loaded now has its format, and drafts store it in that format.
  if (input.value !== typed) input.dispatchEvent(new Event('input', { bubbles: true }))
  return () => {
    stops.abort()
    control.destroy()
  }
}
