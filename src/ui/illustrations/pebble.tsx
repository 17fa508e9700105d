import styles from './art.module.css'

/** About 216 wide and high around its centre. */
const outline = 'M-100-10C-104-78-56-118 8-112C70-106 104-58 98 6C92 74 46 114-14 106C-68 98-97 52-100-10Z'
/** The direction in which the two arcs of its eyes look. */
const eyes = {
  left: 'M-60-12q12 14 26 0M-6-14q12 14 26 0',
  right: 'M-22-12q12 14 26 0M32-14q12 14 26 0',
  up: 'M-44-18q13-14 26 0M16-20q13-14 26 0',
}

type PebbleProps = {
  x: number
  y: number
  r: number
  /** Half its height, if that differs from half its width. */
  ry?: number
  turn?: number
  tone: 'one' | 'two' | 'ring'
  looks?: keyof typeof eyes
}

/** One of the two strangers: a rounded shape, with eyes if it has a face. A ring is drawn as an outline. */
export function Pebble({ x, y, r, ry = r, turn = 0, tone, looks }: PebbleProps) {
  const position = `translate(${x} ${y})`
  const scale = r / 108
  return (
    <>
      <path
        className={tone === 'ring' ? styles.ring : styles[`${tone}Tone`]}
        transform={`${position} rotate(${turn}) scale(${scale} ${ry / 108})`}
        vectorEffect={tone === 'ring' ? 'non-scaling-stroke' : undefined}
        d={outline}
      />
      {looks ? (
        <path className={styles.eyes} transform={`${position} scale(${scale})`} strokeWidth={2.6 / scale} d={eyes[looks]} />
      ) : null}
    </>
  )
}
