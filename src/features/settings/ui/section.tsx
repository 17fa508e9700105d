import { useId, type ReactNode } from 'react'
import { Card } from '#ui/card.tsx'
import styles from './settings.module.css'

/** One topic of the settings: a heading, a word on what it does, and its controls. */
export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card as="section" labelledBy={id} className={styles.section}>
      <div className={styles.words}>
        <h2 id={id}>{title}</h2>
        {text ? <p>{text}</p> : null}
      </div>
      {children}
    </Card>
  )
}
