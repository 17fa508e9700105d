import { useEffect, useEffectEvent, type ClipboardEvent, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { onDropped } from '#ui/fields/dropped-files.ts'
import { isInputMethodKey } from '#ui/fields/input-method.ts'
import { sendOnEnter } from '#ui/fields/send-on-enter.ts'
import { readTransfer } from '#ui/fields/transfer.ts'
import type { IconName } from '#ui/icons/icon-names.ts'
import styles from './message-form.module.css'
import { countFrom, type MessageText } from './use-message-text.ts'

type MessageFieldProps = Pick<ComponentProps<'textarea'>, 'placeholder' | 'defaultValue' | 'autoComplete' | 'onInput'> & {
  text: MessageText
  label: string
  error: string | undefined
  /** Shows how many characters are left, near the limit. */
  sayLeft: (left: number) => string
  /** The button that sends. */
  submit: { icon: IconName; label: string }
  /** Receives a key before the rule for Enter; returns true if it handled the key. */
  onKey?: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean
  /** Receives what is pasted into the field, or dropped on the surrounding element that `dropZone` selects. */
  onFiles: (files: readonly File[]) => void
  dropZone: string
  className?: string
  /** Content inside the field. */
  children?: ReactNode
}

/** The field of a message, its send button, and below them an error or the number of characters left. */
export function MessageField(props: MessageFieldProps) {
  const { text, label, error, sayLeft, submit, onKey, onFiles, dropZone, className = '', children, ...field } = props
  const { area, left } = text
  const takeFiles = useEffectEvent(onFiles)
  useEffect(
    () => onDropped(area.current?.closest<HTMLElement>(dropZone), area.current, (files) => takeFiles(files)),
    [area, dropZone],
  )
  const onPaste = (event: ClipboardEvent) => {
    const pasted = readTransfer(event.clipboardData)
    if (pasted.kind !== 'files') return
    event.preventDefault()
    onFiles(pasted.files)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!isInputMethodKey(event.nativeEvent) && !onKey?.(event)) sendOnEnter(event)
  }
  return (
    <>
      <label className="visually-hidden" htmlFor="message">
        {label}
      </label>
      <div className={`${styles.field} ${className}`}>
        {children}
        <textarea
          ref={area}
          id="message"
          name="text"
          className={styles.area}
          dir="auto"
          rows={1}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'message-error' : undefined}
          enterKeyHint="send"
          {...field}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
      </div>
      <IconButton type="submit" icon={submit.icon} kind="thread" label={submit.label} />
      {error ? (
        <p id="message-error" className={styles.error} role="alert">
          {error}
        </p>
      ) : left < countFrom ? (
        <p className={styles.count}>{sayLeft(left)}</p>
      ) : null}
    </>
  )
}
