import styles from './run.module.css'

/**
 * Ways of the thread through a part of the page, in hundredths of its width and height. On wide windows it swings beside the
 * words; on narrow ones it goes along the edge. Each begins and ends where its neighbours do, going straight down.
 */
const ways = {
  fromPicture: { wide: 'M75 0C75 40 76 60 75 100', narrow: 'M50 0C50 70 4 30 4 100' },
  edge: { wide: '', narrow: 'M4 0C4 20 3 30 3 42S5 66 5 76S4 92 4 100' },
  toTangle: { wide: 'M50 0C50 30 52 50 52 60S50 90 50 100', narrow: 'M4 0C4 70 50 30 50 100' },
  fromTangle: { wide: 'M50 0C50 30 48 50 48 60S50 90 50 100', narrow: '' },
  toMiddle: { wide: 'M75 0C75 60 50 40 50 100', narrow: 'M50 0C50 70 4 30 4 100' },
  left: { wide: 'M50 0C50 8 45 8 45 20L45 56C45 80 50 86 50 100', narrow: 'M4 0C4 24 3 30 3 42S5 70 5 78S4 92 4 100' },
  right: { wide: 'M50 0C50 8 55 8 55 20L55 56C55 80 50 86 50 100', narrow: 'M4 0C4 24 5 30 5 42S3 70 3 78S4 92 4 100' },
  under: { wide: 'M50 0C50 40 49 60 50 100', narrow: 'M4 0L4 100' },
  beside: { wide: 'M25 0C25 20 22 30 22 46S27 76 25 100', narrow: 'M4 0C4 24 3 30 3 42S5 70 5 78S4 92 4 100' },
  toEnd: { wide: 'M25 0C25 60 50 40 50 100', narrow: 'M4 0C4 70 50 30 50 100' },
}

/** A piece of the page's one thread behind its part of the page, as high as that part. */
export function Run({ way }: { way: keyof typeof ways }) {
  const { wide, narrow } = ways[way]
  return (
    <svg className={styles.run} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {wide ? <path className={styles.wide} d={wide} /> : null}
      {narrow ? <path className={styles.narrow} d={narrow} /> : null}
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
