/** A drawn face: SVG paths in a square of 100, and the number of its background. */
export type AliasDrawing = { tint: number; line: string; features: string }

/** Backgrounds of portraits, by the number of a drawing's tint (ui/identity/portrait.module.css). */
export const grounds = ['#f6cdbf', '#e6d5ea', '#d5e3cf', '#fae0ae', '#f5d0d6', '#d3e0ea'] as const

/** The colours and widths of the two paths, as in alias-avatar.module.css. */
export const strokes = {
  line: { stroke: '#c4340f', width: 2.6 },
  features: { stroke: '#2b1229', width: 3.4 },
} as const

type Point = readonly [x: number, y: number]

const center = 50
/** Height of eyes and ears. */
const eyeLine = 53

/** Draws the portrait of a seed: the same lines in every browser and on the server, without a request. */
export function drawAlias(seed: string): AliasDrawing {
  const random = randomFrom(Number.parseInt(seed, 16))
  const between = (low: number, high: number) => low + (high - low) * random()
  const tint = Math.floor(random() * 6)
  const width = between(19, 24)
  const chin = eyeLine + between(24, 29)
  const curls = drawCurls(width, {
    count: 3 + Math.floor(random() * 5),
    height: between(20, 27),
    size: between(6, 12),
    // From waves that do not cross to wide loops.
    overlap: random() < 0.4 ? -0.7 : between(0.5, 1.3),
  })
  const line = [
    `M-4 102${curve([14, 90], [38, 98], [42, 86])}`,
    curve([38, 78], [center - width, 70], [center - width, eyeLine]),
    curls,
    curve([center + width, 68], [center + 13, chin], [center, chin]),
    curve([center - 13, chin], [center - width, 68], [center - width, eyeLine - 2]),
    `M58 86${curve([62, 98], [86, 90], [104, 102])}`,
  ].join('')
  return { tint, line, features: drawFeatures(random, width) }
}

type Curls = { count: number; height: number; size: number; overlap: number }

/** Hair: one line from ear to ear, in waves, or in loops if `overlap` moves the control points past each other. */
function drawCurls(width: number, { count, height, size, overlap }: Curls): string {
  const at = (step: number): Point => {
    const angle = Math.PI * (1 - step / count)
    return [center + width * Math.cos(angle), eyeLine - height * Math.sin(angle)]
  }
  return Array.from({ length: count }, (_, step) => {
    const [from, to] = [at(step), at(step + 1)]
    const along: Point = [(to[0] - from[0]) * overlap, (to[1] - from[1]) * overlap]
    const middle: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
    const [x, y] = pushOut(middle, size)
    return curve([x + along[0], y + along[1]], [x - along[0], y - along[1]], to)
  }).join('')
}

/** Away from the middle of the face, and slightly upwards. */
function pushOut([x, y]: Point, size: number): Point {
  const [across, up] = [x - center, y - eyeLine]
  const length = Math.hypot(across, up) || 1
  return [x + (across / length) * size * 1.3, y + (up / length) * size * 1.3 - size * 0.4]
}

/** Eyes, nose and mouth. */
function drawFeatures(random: () => number, width: number): string {
  const apart = width * (0.38 + 0.1 * random())
  const isSmiling = random() < 0.5
  const eyes = [center - apart, center + apart].map((x) =>
    isSmiling ? `M${text(x - 3)} ${eyeLine}q3-4 6 0` : `M${text(x)} ${eyeLine - 1}h.01`,
  )
  const side = random() < 0.5 ? -1 : 1
  const nose = `M${center} ${eyeLine + 2}q${3 * side} 6 ${-1 * side} 8`
  const mouth = 4 + 3 * random()
  const smile = 1 + 5 * random()
  return `${eyes.join('')}${nose}M${text(center - mouth)} ${eyeLine + 15}q${text(mouth)} ${text(smile)} ${text(2 * mouth)} 0`
}

const text = (value: number) => value.toFixed(1)
const curve = (...points: readonly [Point, Point, Point]) => `C${points.map(([x, y]) => `${text(x)} ${text(y)}`).join(' ')}`

/** Mulberry32: a small generator that gives the same numbers on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
