import type { ReactNode } from 'react'
import { ThreadWaiting } from '../thread/thread-waiting.tsx'
import styles from './waiting-room.module.css'

type WaitingRoomProps = { title: ReactNode; /** Instead of the thread alone. */ picture?: ReactNode; children: ReactNode }

/** A page for somebody who waits for another person. `children`: what is known, and how to leave. */
export function WaitingRoom({ title, picture = <ThreadWaiting />, children }: WaitingRoomProps) {
  return (
    <section className={styles.waiting} aria-labelledby="waiting">
      {picture}
      <h2 id="waiting">{title}</h2>
      {children}
    </section>
  )
}

/** An elapsed time that a script counts. */
export const countedTime = styles.counted ?? ''
/** Useless without a script. */
export const withScript = styles.script ?? ''
