import { useId, type ReactNode } from 'react'
import { Card } from './card.tsx'
import styles from './section.module.css'

/** One topic of a settings page: a heading, a short explanation, and its controls. */
type SectionProps = {
  title: string
  /** The page's own heading says the same: only screen readers get this one. */
  isTitleHidden?: boolean
  text?: ReactNode
  children: ReactNode
  /** Anchor for links. */
  id?: string
}

export function Section({ title, isTitleHidden = false, text, children, id: anchor }: SectionProps) {
  const id = useId()
  return (
    <Card as="section" id={anchor} labelledBy={id} className={styles.section}>
      <div className={isTitleHidden && !text ? `visually-hidden ${styles.spoken}` : styles.words}>
        <h2 id={id} className={isTitleHidden ? 'visually-hidden' : undefined}>
          {title}
        </h2>
        {text ? <p>{text}</p> : null}
      </div>
      {children}
    </Card>
  )
}
