import { useEffect, useEffectEvent, useRef } from 'react'
import { TextField, type TextFieldProps } from './field.tsx'
import type { Spelling } from './mask/spelling.ts'

type MaskedFieldProps = Omit<TextFieldProps, 'ref' | 'type'> & {
  /** Tokens of spec §5, for example `##/##/####`. */
  mask: string
  /** Other formats in which people type it. */
  spelling?: Spelling
}

/** A plain text field. Once loaded, the mask formats what is typed; the server parses it with and without the mask. */
export function MaskedField({ mask, spelling, ...field }: MaskedFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const getSpelling = useEffectEvent(() => spelling)

  useEffect(() => {
    const element = input.current
    if (!element) return
    let undo: (() => void) | undefined
    let gone = false
    const start = async () => {
      // Until the mask can judge it, typed text counts as incomplete; if its file cannot load, only the server does.
      element.setCustomValidity(mask)
      const part = await import('./mask/mask-input.ts').catch(() => null)
      element.setCustomValidity('')
      if (part && !gone) undo = part.maskInput(element, mask, getSpelling())
    }
    // Before hydration, the field may have been focused, or filled in and left.
    if (document.activeElement === element || element.value !== element.defaultValue) void start()
    else element.addEventListener('focus', start, { once: true })
    return () => {
      gone = true
      element.removeEventListener('focus', start)
      undo?.()
    }
  }, [mask])

  return <TextField {...field} ref={input} />
}
