import type { ReactNode } from 'react'
import { ThreadWaiting } from '../thread/thread-waiting.tsx'
import styles from './waiting-room.module.css'

/** A page for somebody who waits for another person. `children`: what is known, and how to leave. */
export function WaitingRoom({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.waiting} aria-labelledby="waiting">
      <ThreadWaiting />
      <h2 id="waiting">{title}</h2>
      {children}
    </section>
  )
}

/** An elapsed time that a script counts. */
export const countedTime = styles.counted ?? ''
/** Useless without a script. */
export const withScript = styles.script ?? ''
