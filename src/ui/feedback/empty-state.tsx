import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { ThreadLoose } from '../thread/thread-loose.tsx'

type EmptyStateProps = {
  title: string
  text?: ReactNode
  /** The next step: a link or a button. */
  action?: ReactNode
  level?: 1 | 2 | 3
}

export function EmptyState({ title, text, action, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={styles.empty}>
      <ThreadLoose />
      <Heading className={styles.title}>{title}</Heading>
      {text ? <div className={styles.text}>{text}</div> : null}
      {action}
    </div>
  )
}
