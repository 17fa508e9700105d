import type { ComponentProps } from 'react'
import styles from './message-form.module.css'

type MessageFormProps = ComponentProps<'form'> & {
  conversation: string
  /** Written by the server, so that a form sent twice without a script creates one message. */
  cid: string
}

/** The form of one message, which works without a script. It contains a `MessageField`, and whatever else a message may have. */
export function MessageForm({ conversation, cid, className = '', children, ...form }: MessageFormProps) {
  return (
    <form {...form} className={`${styles.form} ${className}`} method="post">
      <input type="hidden" name="conversation" value={conversation} />
      <input type="hidden" name="cid" value={cid} />
      {children}
    </form>
  )
}
