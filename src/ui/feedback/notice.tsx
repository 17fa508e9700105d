import type { ReactNode } from 'react'
import type { IconName } from '../icons/icon-names.ts'
import { Icon } from '../icons/icon.tsx'
import styles from './notice.module.css'

type NoticeProps = {
  kind?: 'info' | 'success' | 'warn' | 'error'
  title?: string
  children?: ReactNode
  action?: ReactNode
  id?: string
}

const icons = { info: 'info', success: 'circle-check', warn: 'triangle-alert', error: 'circle-alert' } as const satisfies Record<
  string,
  IconName
>

/** A banner within the page. An error interrupts a screen reader; other kinds wait their turn. */
export function Notice({ kind = 'info', title, children, action, id }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[kind]}`} role={kind === 'error' ? 'alert' : 'status'} id={id}>
      <Icon name={icons[kind]} />
      <div className={styles.body}>
        {title ? <strong>{title}</strong> : null}
        {children ? <div>{children}</div> : null}
      </div>
      {action}
    </div>
  )
}
