import type { ReactNode } from 'react'
import styles from './thread.module.css'

const stopsWidth = 600
const stopsHeight = 40
const inset = 12

/** One S-curve per gap, all alike, so that stop `i` lies at exactly `i / (stops - 1)` of the path's length. */
function wave(stops: number): string {
  const gap = (stopsWidth - 2 * inset) / (stops - 1)
  const lift = Math.min(26, gap / 4)
  const middle = stopsHeight / 2
  let path = `M${inset} ${middle}`
  for (let gapIndex = 1; gapIndex < stops; gapIndex++) {
    path += `c${(gap * 0.36).toFixed(1)} ${-lift} ${(gap * 0.64).toFixed(1)} ${lift} ${gap.toFixed(2)} 0`
  }
  return path
}

type ThreadProgressProps = {
  /** How many dots the thread ties, at least 2. */
  stops: number
  /** Index of the dot it has come to; a fraction stands between two. */
  reached: number
}

/** Decoration: say the state in words beside it. */
export function ThreadProgress({ stops, reached }: ThreadProgressProps) {
  const count = Math.max(2, stops)
  const share = Math.min(1, Math.max(0, reached / (count - 1)))
  const path = wave(count)
  const gap = (stopsWidth - 2 * inset) / (count - 1)
  return (
    <svg className={styles.progress} viewBox={`0 0 ${stopsWidth} ${stopsHeight}`} aria-hidden="true">
      <path className={styles.track} d={path} />
      {share > 0 ? <path className={styles.drawn} d={path} pathLength="1" strokeDasharray={`${share} 2`} /> : null}
      {Array.from({ length: count }, (_, index) => (
        <circle
          key={index}
          className={index <= reached ? styles.tied : styles.loose}
          cx={(inset + index * gap).toFixed(1)}
          cy={stopsHeight / 2}
          r={index === Math.round(reached) ? 9 : 6}
        />
      ))}
    </svg>
  )
}

/** Joins two sections of a page; draws itself while it scrolls into view. */
export function ThreadDivider({ flip = false }: { flip?: boolean }) {
  return (
    <svg
      className={`${styles.divider} ${flip ? styles.flip : ''}`}
      viewBox="0 0 1440 160"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path
        pathLength="1"
        d="M-20 62C110 20 230 26 340 70C440 112 540 142 640 122C732 103 790 60 778 30C768 4 716 6 708 36C700 72 752 108 826 120C930 136 1010 74 1110 56C1220 38 1330 60 1460 104"
      />
    </svg>
  )
}

/** A loose end: nothing tied yet. */
export function ThreadLoose() {
  return (
    <svg className={styles.looseEnd} viewBox="0 0 320 160" aria-hidden="true">
      <path
        className={styles.line}
        pathLength="1"
        d="M34 112C70 112 92 96 112 74C134 50 140 22 118 22C96 22 100 62 128 86C154 108 190 112 214 92C232 76 226 58 212 62C200 66 204 86 222 90"
      />
      <circle className={styles.dot} cx="34" cy="112" r="11" />
      <circle className={styles.awaited} cx="276" cy="88" r="11" />
    </svg>
  )
}

/** Ties two portraits; it is drawn over both. */
export function ThreadMatch({ left, right }: { left: ReactNode; right: ReactNode }) {
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
        <circle className={styles.dot} cx="62" cy="150" r="8" />
        <circle className={styles.dot} cx="338" cy="146" r="8" />
      </svg>
    </div>
  )
}
