import styles from './thread-progress.module.css'

const stopsWidth = 600
const stopsHeight = 40
const inset = 12

/** One S-curve per gap, all equal, so that stop `i` is exactly at `i / (stops - 1)` of the path's length. */
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
  /** The number of dots on the thread, at least 2. */
  stops: number
  /** Index of the reached dot; a fraction is between two. */
  reached: number
}

/** Decorative: put the state into words beside it. */
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
