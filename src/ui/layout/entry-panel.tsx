import type { ReactNode } from 'react'
import styles from './entry-panel.module.css'

type EntryPanelProps = {
  title: string
  text?: ReactNode
  /** Stands above the title: how far the visitor has come. */
  progress?: ReactNode
  children: ReactNode
}

/** What an entry page says and asks, in one calm column. */
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

/** The way to the neighbouring page, under the form. */
export function EntryFoot({ children }: { children: ReactNode }) {
  return <p className={styles.foot}>{children}</p>
}
