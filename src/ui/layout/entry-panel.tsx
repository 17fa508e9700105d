import type { ReactNode } from 'react'
import styles from './entry-panel.module.css'

type EntryPanelProps = {
  title: string
  text?: ReactNode
  /** Shown above the title: the visitor's progress. */
  progress?: ReactNode
  children: ReactNode
}

/** Title, text and form of an entry page, in one calm column. */
export function EntryPanel({ title, text, progress, children }: EntryPanelProps) {
  return (
    <div className={styles.panel}>
      {progress}
      <header className={styles.head}>
        <h1>{title}</h1>
        {text ? <p>{text}</p> : null}
      </header>
      {children}
    </div>
  )
}

/** The link to the related page, under the form. */
export function EntryFoot({ children }: { children: ReactNode }) {
  return <p className={styles.foot}>{children}</p>
}
