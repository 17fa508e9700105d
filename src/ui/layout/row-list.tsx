import type { ReactNode } from 'react'
import styles from './row-list.module.css'

/** Rows with an action at the end of each. */
export function RowList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}

type RowProps = { title: ReactNode; detail: ReactNode; /** The row's action. */ children?: ReactNode }

export function Row({ title, detail, children }: RowProps) {
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <strong className="name-line">{title}</strong>
        <span className={styles.detail}>{detail}</span>
      </span>
      {children}
    </li>
  )
}
