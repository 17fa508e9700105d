import type { ComponentProps, ReactNode } from 'react'
import type { IconName } from '../icons/icon-names.ts'
import { Icon } from '../icons/icon.tsx'
import styles from './link-list.module.css'

/** Rows that each link to a page, in one box. */
export function LinkList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}

type LinkRowProps = Omit<ComponentProps<'a'>, 'className' | 'title'> & {
  title: string
  icon?: IconName
  /** The current state of what the row links to, under its title. */
  detail?: ReactNode
  /** The icon at its end; null for none. */
  end?: IconName | null
  /** Anchor of the list's item. */
  itemId?: string
}

/** One row, at least as high as a finger; `children` are between its title and the icon at its end. */
export function LinkRow({ title, icon, detail, end = 'chevron-right', itemId, children, ...link }: LinkRowProps) {
  return (
    <li id={itemId} className={styles.item}>
      <a {...link} className={detail === undefined ? styles.row : `${styles.row} ${styles.tall}`}>
        {icon ? <Icon name={icon} /> : null}
        <span className={styles.words}>
          <span className={styles.title}>{title}</span>
          {detail === undefined ? null : <span className={styles.detail}>{detail}</span>}
        </span>
        {children}
        {end === null ? null : <Icon name={end} size="s" />}
      </a>
    </li>
  )
}
