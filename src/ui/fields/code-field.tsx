import { useEffectEvent, useEffect, useRef } from 'react'
import { asciiDigits } from '#shared/i18n/digits.ts'
import styles from './code-field.module.css'
import type { TextFieldProps } from './field.tsx'
import { MaskedField } from './masked-field.tsx'

type CodeFieldProps = Omit<TextFieldProps, 'ref' | 'type' | 'inputMode' | 'autoComplete'> & {
  digits: number
  /** True when the form has no other field: the last digit, whether typed, pasted or autofilled, submits the form. */
  sends?: boolean
}

/** Large, separate digits of an emailed code; phones offer the one that has just arrived. */
export function CodeField({ digits, sends = false, ...field }: CodeFieldProps) {
  const box = useRef<HTMLDivElement>(null)
  const sent = useRef('')
  const send = useEffectEvent((input: HTMLInputElement) => {
    const code = asciiDigits(input.value).replaceAll(/\D/g, '')
    const isWhole = sends && code.length === digits && code !== sent.current
    sent.current = code
    if (isWhole) input.form?.requestSubmit()
  })
  useEffect(() => {
    const input = box.current?.querySelector('input')
    if (!input) return
    const onInput = () => send(input)
    // Somebody may have typed digits before hydration.
    if (input.value !== input.defaultValue) onInput()
    input.addEventListener('input', onInput)
    return () => input.removeEventListener('input', onInput)
  }, [])
  return (
    <div ref={box} className={styles.code}>
      <MaskedField mask={'#'.repeat(digits)} inputMode="numeric" autoComplete="one-time-code" {...field} />
    </div>
  )
}
