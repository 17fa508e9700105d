import type { ReactNode } from 'react'
import styles from './thread-match.module.css'

type ThreadMatchProps = {
  left: ReactNode
  right: ReactNode
  /** Once tied, the thread continues beyond both edges of its clipping box. */
  endless?: boolean
}

/** Ties two portraits; drawn above both. */
export function ThreadMatch({ left, right, endless = false }: ThreadMatchProps) {
  return (
    <div className={styles.match}>
      <div className={styles.left}>{left}</div>
      <div className={styles.right}>{right}</div>
      <svg className={styles.tie} viewBox="0 0 400 200" aria-hidden="true">
        <path
          className={styles.line}
          pathLength="1"
          d="M62 150C96 178 132 172 164 144C204 108 236 46 202 44C168 42 184 108 226 140C260 166 300 174 338 146"
        />
        {endless ? (
          <>
            <path className={styles.tail} pathLength="1" d="M62 150C22 118-40 112-120 146S-340 196-560 140S-1000 108-1500 150" />
            <path className={styles.tail} pathLength="1" d="M338 146C378 118 440 112 520 150S740 200 960 144S1400 112 1900 154" />
          </>
        ) : null}
        <circle className={styles.dot} cx="62" cy="150" r="8" />
        <circle className={styles.dot} cx="338" cy="146" r="8" />
      </svg>
    </div>
  )
}
