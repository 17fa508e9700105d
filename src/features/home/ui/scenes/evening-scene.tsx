import { strangers, type DrawAlias } from '../faces.ts'
import styles from './evening-scene.module.css'

/** A blind date: the thread runs as a timer, the same one for both. */
export function EveningScene({ drawAlias }: { drawAlias: DrawAlias }) {
  return (
    <div className={styles.evening}>
      <span className={styles.person}>{drawAlias(strangers.three)}</span>
      <span className={styles.timer}>
        <svg viewBox="0 0 200 200" aria-hidden="true">
          <circle cx="100" cy="100" r="92" />
          <path pathLength="100" strokeDasharray="84 100" d="M100 8a92 92 0 1 1-.01 0" />
        </svg>
        <span className={styles.time} aria-hidden="true">
          4:12
        </span>
      </span>
      <span className={styles.person}>{drawAlias(strangers.four)}</span>
    </div>
  )
}
