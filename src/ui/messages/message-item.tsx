import type { ComponentProps, ReactNode } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import type { MessageLine } from '#shared/realtime/message-lines.ts'
import styles from './message-item.module.css'

type MessageItemProps = ComponentProps<'li'> & { line: Pick<MessageLine, 'waiting' | 'isOwn' | 'isFirst' | 'isLast'> }

/** One message of a log. Own ones are at the end side: fainter while pending, with a red edge if they failed. */
export function MessageItem({ line: { waiting, isOwn, isFirst, isLast }, className, ...item }: MessageItemProps) {
  const classes = [
    styles.line,
    isOwn && styles.own,
    isFirst && styles.first,
    isLast && styles.last,
    waiting && styles[waiting.status],
    className,
  ]
  return <li {...item} className={classes.filter(Boolean).join(' ')} />
}

/** `author`: who wrote the message, in words for screen readers. */
export function MessageBubble({ author, className = '', children, ...box }: ComponentProps<'div'> & { author: string }) {
  return (
    <div {...box} className={`${styles.bubble} ${className}`}>
      <span className="visually-hidden">{author} </span>
      {children}
    </div>
  )
}

export function MessageWords({ text }: { text: string }) {
  return (
    <p className={styles.text} dir="auto">
      {text}
    </p>
  )
}

/** The line below a message: when it was sent, and its delivery state. */
export function MessageFoot({ children }: { children: ReactNode }) {
  return <span className={styles.foot}>{children}</span>
}

export function MessageTime({ at }: { at: number }) {
  const { format } = useI18n()
  return <time dateTime={new Date(at).toISOString()}>{format.time(at)}</time>
}
