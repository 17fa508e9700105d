import type { ReactNode } from 'react'
import { IconLink } from '../controls/icon-button.tsx'
import styles from './page-header.module.css'

type PageHeaderProps = {
  title: ReactNode
  text?: ReactNode
  back?: { href: string; label: string }
  /** Buttons at the end of the line. */
  actions?: ReactNode
  id?: string
}

/** The page's h1 with the actions beside it. */
export function PageHeader({ title, text, back, actions, id }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      {back ? <IconLink href={back.href} icon="arrow-left" label={back.label} className={styles.back} /> : null}
      <div className={styles.titles}>
        <h1 className={styles.title} id={id}>
          {title}
        </h1>
        {text ? <div className={styles.text}>{text}</div> : null}
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </header>
  )
}
