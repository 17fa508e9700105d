import type { ReactNode } from 'react'
import styles from './long-text.module.css'

type LongTextProps = {
  title: string
  /** Date and version under the title. */
  meta?: ReactNode
  /** Links to the headings' ids. */
  contents?: { label: string; links: readonly { href: string; label: string }[] }
  children: ReactNode
}

/** A long text: a title, the contents beside it from 960 px, and one column of comfortable width. */
export function LongText({ title, meta, contents, children }: LongTextProps) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{title}</h1>
        {meta ? <p className={styles.meta}>{meta}</p> : null}
      </header>
      {contents && contents.links.length > 0 ? (
        <nav className={styles.contents} aria-label={contents.label}>
          <ol>
            {contents.links.map((link) => (
              <li key={link.href}>
                <a href={link.href}>{link.label}</a>
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
      <article className={styles.text}>{children}</article>
    </div>
  )
}
