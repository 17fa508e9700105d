import { useId, type ReactNode } from 'react'
import { Card } from './card.tsx'
import styles from './section.module.css'

/** One topic of a page of settings: a heading, a word on what it does, and its controls. */
type SectionProps = { title: string; text?: ReactNode; children: ReactNode; /** For links that lead here. */ id?: string }

export function Section({ title, text, children, id: anchor }: SectionProps) {
  const id = useId()
  return (
    <Card as="section" id={anchor} labelledBy={id} className={styles.section}>
      <div className={styles.words}>
        <h2 id={id}>{title}</h2>
        {text ? <p>{text}</p> : null}
      </div>
      {children}
    </Card>
  )
}
