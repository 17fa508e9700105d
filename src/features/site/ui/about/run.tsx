import styles from './run.module.css'

/**
 * Paths of the thread through a part of the page, in hundredths of its width and height. On wide windows it swings beside the
 * text; on narrow ones it follows the edge. Each begins and ends where its neighbours do, going straight down.
 */
const ways = {
  fromPicture: { wide: 'M75 0C75 40 76 60 75 100', narrow: 'M50 0C50 70 4 30 4 100' },
  edge: { wide: '', narrow: 'M4 0C4 20 3 30 3 42S5 66 5 76S4 92 4 100' },
  toTangle: { wide: 'M50 0C50 30 53 36 53 50S50 66 50 100', narrow: 'M4 0C4 70 50 30 50 100' },
  fromTangle: { wide: 'M50 0C50 30 47 36 47 50S50 66 50 100', narrow: '' },
  toMiddle: { wide: 'M75 0C75 60 56 90 50 100', narrow: 'M50 0C50 70 4 30 4 100' },
  left: { wide: 'M50 0C47 5 45 10 45 22L45 56C45 76 47 95 50 100', narrow: 'M4 0C4 24 3 30 3 42S5 70 5 78S4 92 4 100' },
  right: { wide: 'M50 0C53 5 55 10 55 22L55 56C55 76 53 95 50 100', narrow: 'M4 0C4 24 5 30 5 42S3 70 3 78S4 92 4 100' },
  under: { wide: 'M50 0C53 6 52 50 51 66S50 90 50 100', narrow: 'M4 0L4 100' },
  beside: { wide: 'M25 0C25 20 22 30 22 46S27 76 25 100', narrow: 'M4 0C4 24 3 30 3 42S5 70 5 78S4 92 4 100' },
  toEnd: { wide: 'M25 0C25 60 50 40 50 100', narrow: 'M4 0C4 70 50 30 50 100' },
}

/** A piece of the page's one thread behind its part of the page, at the height of that part. */
export function Run({ way }: { way: keyof typeof ways }) {
  const { wide, narrow } = ways[way]
  return (
    <svg className={styles.run} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {(['ahead', 'drawn'] as const).map((part) => (
        <g key={part} className={styles[part]}>
          {wide ? <path className={styles.wide} d={wide} /> : null}
          {narrow ? <path className={styles.narrow} d={narrow} /> : null}
        </g>
      ))}
    </svg>
  )
}

/** The thread alone, between two parts. */
export function Crossing({ way }: { way: keyof typeof ways }) {
  return (
    <div className={styles.crossing}>
      <Run way={way} />
    </div>
  )
}
