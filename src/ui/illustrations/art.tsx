import type { ReactNode } from 'react'
import styles from './art.module.css'

type ArtProps = {
  /** Width and height of the drawing. */
  size: readonly [width: number, height: number]
  /** Its background: night is dark in both modes. */
  ground?: 'paper' | 'night'
  /** The line draws itself: when the page opens, or as the drawing scrolls into view. */
  draws?: 'open' | 'scroll'
  children: ReactNode
}

/** A drawing of two shapes and one line; it is decorative, as the words beside it say the same. */
export function Art({ size: [width, height], ground = 'paper', draws, children }: ArtProps) {
  return (
    <svg
      className={`${styles.art} ${ground === 'night' ? styles.night : ''} ${draws ? styles[draws] : ''}`}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

/** `ahead`: a pale line shows the path of the one that draws itself. */
export function Line({ d, thin = false, ahead = false }: { d: string; thin?: boolean; ahead?: boolean }) {
  return (
    <>
      {ahead ? <path className={styles.ahead} d={d} /> : null}
      <path className={`${styles.line} ${thin ? styles.thin : ''}`} pathLength="1" d={d} />
    </>
  )
}

/** An end of the line, or a point at which it is tied. */
export function Dot({ x, y, r = 7 }: { x: number; y: number; r?: number }) {
  return <circle className={styles.dot} cx={x} cy={y} r={r} />
}

/** A flat shape in one of the two tones. */
export function Shape({ tone, d }: { tone: 'one' | 'two' | 'ink' | 'paper'; d: string }) {
  return <path className={styles[`${tone}Tone`]} d={d} />
}
