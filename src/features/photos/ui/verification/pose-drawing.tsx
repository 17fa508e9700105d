import type { Pose } from '#features/photos/contract.ts'
import styles from './pose-drawing.module.css'

/** Where the hand is, px in the drawing; `turn`: degrees clockwise; `fingers`: how long each is, from the forefinger on. */
type Hand = { x: number; y: number; turn: number; fingers: readonly number[]; thumb: 'out' | 'up' | 'in' }

/** The arm goes from the shoulder through the elbow to the hand. */
type Figure = { arm: string; hand: Hand }

const [long, bent] = [26, 7]
const flat = [24, 26, 25, 21]
const closed = [bent, bent, bent, bent]

/** Each pose with one hand, whichever: a selfie's left and right are easily confused. */
const figures: Readonly<Record<Pose, Figure>> = {
  'two-fingers': {
    arm: 'M150 178 L176 150 L172 112',
    hand: { x: 172, y: 100, turn: 4, fingers: [long, long, bent, bent], thumb: 'in' },
  },
  'three-fingers': {
    arm: 'M150 178 L176 150 L172 112',
    hand: { x: 172, y: 100, turn: 4, fingers: [long, long, long, bent], thumb: 'in' },
  },
  'thumb-up': { arm: 'M150 178 L178 168 L172 128', hand: { x: 172, y: 116, turn: 0, fingers: closed, thumb: 'up' } },
  'point-up': {
    arm: 'M150 178 L176 150 L172 112',
    hand: { x: 172, y: 100, turn: 0, fingers: [long + 4, bent, bent, bent], thumb: 'in' },
  },
  'open-hand': { arm: 'M150 178 L176 150 L172 112', hand: { x: 172, y: 100, turn: 6, fingers: flat, thumb: 'out' } },
  fist: { arm: 'M150 178 L176 150 L172 108', hand: { x: 172, y: 96, turn: 0, fingers: closed, thumb: 'in' } },
  'hand-on-head': { arm: 'M150 178 L184 104 L140 44', hand: { x: 130, y: 38, turn: -76, fingers: flat, thumb: 'in' } },
  'hand-on-ear': { arm: 'M150 178 L186 138 L150 106', hand: { x: 143, y: 99, turn: -18, fingers: flat, thumb: 'in' } },
  'hand-on-cheek': {
    arm: 'M150 178 L182 162 L142 122',
    hand: { x: 136, y: 112, turn: -22, fingers: [20, 22, 21, 18], thumb: 'in' },
  },
  'chin-on-fist': { arm: 'M150 178 L168 184 L112 146', hand: { x: 106, y: 138, turn: -70, fingers: closed, thumb: 'in' } },
  'cover-eye': { arm: 'M150 178 L186 140 L130 110', hand: { x: 124, y: 105, turn: -46, fingers: flat, thumb: 'in' } },
  'hand-on-shoulder': {
    arm: 'M150 178 L126 196 L72 178',
    hand: { x: 64, y: 172, turn: -64, fingers: [18, 20, 19, 16], thumb: 'out' },
  },
}

/** A pose, drawn with one line weight. Its words stand beside it, for everyone: nothing depends on the drawing. */
export function PoseDrawing({ pose }: { pose: Pose }) {
  const { arm, hand } = figures[pose]
  return (
    <svg className={styles.drawing} viewBox="0 0 200 210" aria-hidden="true" focusable="false">
      <circle className={styles.ground} cx="100" cy="106" r="96" />
      <path className={styles.body} d="M36 210 C38 172 60 160 84 156 L84 140 L116 140 L116 156 C140 160 162 172 164 210 Z" />
      <ellipse className={styles.head} cx="100" cy="92" rx="38" ry="48" />
      <path
        className={styles.hair}
        d="M62 88 C58 52 76 38 100 38 C124 38 142 52 138 88 C132 70 122 64 100 64 C78 64 68 70 62 88 Z"
      />
      <path className={styles.face} d="M86 92 v4 M114 92 v4 M100 96 l-3 12 h5 M89 119 c6 6 16 6 22 0" />
      <path className={styles.sleeve} d={arm} />
      <path className={styles.arm} d={arm} />
      <HandShape {...hand} />
    </svg>
  )
}

/** The palm, four fingers above it, and the thumb at its side: first every outline, then the skin over it. */
function HandShape({ x, y, turn, fingers, thumb }: Hand) {
  const thumbs = { out: 'M-9 4 l-11 -10', up: 'M-8 -4 v-24', in: null }
  const lines = [...fingers.map((length, index) => `M${-9 + index * 6} -4 v${-length}`), thumbs[thumb]].filter(
    (line) => line !== null,
  )
  const isClosed = fingers.some((length) => length === bent)
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn})`}>
      {lines.map((line) => (
        <path key={line} className={styles.outline} d={line} />
      ))}
      <rect className={styles.palm} x="-14" y="-9" width="26" height="23" rx="9" />
      {lines.map((line) => (
        <path key={line} className={styles.finger} d={line} />
      ))}
      {thumb === 'up' ? <path className={styles.knuckle} d="M-3 -4 h13 M-3 1 h13 M-3 6 h11" /> : null}
      {thumb === 'in' && isClosed ? <path className={styles.knuckle} d="M-10 6 q9 4 15 -1" /> : null}
    </g>
  )
}
