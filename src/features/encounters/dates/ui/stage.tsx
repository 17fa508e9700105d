import type { ReactNode } from 'react'
import { useFocusIfLost } from '#ui/hooks/use-focus-if-lost.ts'
import styles from './stage.module.css'

type StageProps = {
  picture: ReactNode
  title: string
  text: ReactNode
  /** At the foot on phones, within reach of the thumb. */ children: ReactNode
}

/** One phase of a date: a picture, a sentence, and the buttons. */
export function Stage({ picture, title, text, children }: StageProps) {
  const heading = useFocusIfLost<HTMLHeadingElement>()
  return (
    <section className={styles.stage} aria-labelledby="moment">
      <div className={styles.middle}>
        <div className={styles.picture}>{picture}</div>
        <h2 id="moment" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <div className={styles.text}>{text}</div>
      </div>
      <div className={styles.foot}>{children}</div>
    </section>
  )
}
