import type { ReactNode } from 'react'
import { useFocusIfLost } from '#ui/hooks/use-focus-if-lost.ts'
import styles from './ended.module.css'

type EndedProps = {
  title: string
  text: string
  /** Until when it may be reported; null once it was reported. */
  report: string | null
  /** What to do next. */
  children: ReactNode
}

/** The same end for both, whoever has left and for whatever reason. */
export function Ended({ title, text, report, children }: EndedProps) {
  const heading = useFocusIfLost<HTMLHeadingElement>()
  return (
    <section className={styles.ended} aria-labelledby="ended">
      <div>
        <h2 id="ended" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p>{text}</p>
      </div>
      <div className={styles.ways}>{children}</div>
      {report === null ? null : <p className={styles.report}>{report}</p>}
    </section>
  )
}
