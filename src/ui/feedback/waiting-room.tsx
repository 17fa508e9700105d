import type { ReactNode } from 'react'
import { ThreadWaiting } from '../thread/thread-waiting.tsx'
import styles from './waiting-room.module.css'

/** Somebody waits for somebody else. `children`: what is known, and the way out. */
export function WaitingRoom({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.waiting} aria-labelledby="waiting">
      <ThreadWaiting />
      <h2 id="waiting">{title}</h2>
      {children}
    </section>
  )
}

/** A time that a script counts. */
export const countedTime = styles.counted ?? ''
/** Of no use without a script. */
export const withScript = styles.script ?? ''
