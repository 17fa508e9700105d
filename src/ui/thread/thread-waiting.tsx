import styles from './thread-waiting.module.css'

/** A thread that looks for its other end: decoration of a waiting room. */
export function ThreadWaiting() {
  return (
    <svg className={styles.waiting} viewBox="0 0 320 160" aria-hidden="true">
      <path
        className={styles.line}
        pathLength="1"
        d="M34 112C70 112 92 96 112 74C134 50 140 22 118 22C96 22 100 62 128 86C154 108 190 112 214 92C232 76 226 58 212 62C200 66 204 86 222 90C238 94 252 92 276 88"
      />
      <circle className={styles.dot} cx="34" cy="112" r="11" />
      <circle className={styles.awaited} cx="276" cy="88" r="11" />
    </svg>
  )
}
