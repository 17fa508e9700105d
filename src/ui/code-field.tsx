import styles from './code-field.module.css'
import type { TextFieldProps } from './field.tsx'
import { MaskedField } from './masked-field.tsx'

type CodeFieldProps = Omit<TextFieldProps, 'ref' | 'type' | 'inputMode' | 'autoComplete'> & { digits: number }

/** Digits from a letter, large and apart; phones offer the one that has just arrived. */
export function CodeField({ digits, ...field }: CodeFieldProps) {
  return (
    <div className={styles.code}>
      <MaskedField mask={'#'.repeat(digits)} inputMode="numeric" autoComplete="one-time-code" {...field} />
    </div>
  )
}
