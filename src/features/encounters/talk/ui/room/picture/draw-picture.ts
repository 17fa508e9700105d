import { drawAlias, grounds, strokes } from '#features/encounters/talk/ui/draw-alias.ts'

/** Width and height: a square, which every app shows whole. */
const pixels = 1080
/** The same of a drawing; its lines are drawn in a square of 100. */
const facePixels = 430
const corner = 56
const paper = '#fcf7ee'
const thread = '#d13a17'

/** Both drawings as on the page, by the middle of each and its turn in degrees. */
const frames = [
  { x: 292, y: 580, degrees: -4 },
  { x: 788, y: 530, degrees: 4 },
] as const

/** The tie of ui/thread/thread-match.tsx, in its box of 400 by 200. */
const tie = {
  path: 'M62 150C96 178 132 172 164 144C204 108 236 46 202 44C168 42 184 108 226 140C260 166 300 174 338 146',
  ends: [
    [62, 150],
    [338, 146],
  ],
  dot: 8,
  width: 4.5,
  scale: 2.44,
  left: 52,
  top: 346,
} as const

/** Draws the two made-up faces of a talk, tied by the thread, as a PNG. */
export async function drawPicture(seeds: readonly [string, string]): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = pixels
  canvas.height = pixels
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures')
  context.fillStyle = paper
  context.fillRect(0, 0, pixels, pixels)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const [index, frame] of frames.entries()) drawFace(context, seeds[index] ?? '', frame)
  drawTie(context)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty'))), 'image/png')
  })
}

type Frame = { x: number; y: number; degrees: number }

function drawFace(context: CanvasRenderingContext2D, seed: string, { x, y, degrees }: Frame): void {
  const { tint, line, features } = drawAlias(seed)
  context.save()
  context.translate(x, y)
  context.rotate((degrees * Math.PI) / 180)
  context.translate(-facePixels / 2, -facePixels / 2)
  context.beginPath()
  context.roundRect(0, 0, facePixels, facePixels, corner)
  context.clip()
  context.fillStyle = grounds[tint] ?? grounds[0]
  context.fillRect(0, 0, facePixels, facePixels)
  context.scale(facePixels / 100, facePixels / 100)
  drawPath(context, line, strokes.line)
  drawPath(context, features, strokes.features)
  context.restore()
}

function drawTie(context: CanvasRenderingContext2D): void {
  context.save()
  context.translate(tie.left, tie.top)
  context.scale(tie.scale, tie.scale)
  // An edge of paper, because the drawings have lines of the same colour.
  drawPath(context, tie.path, { stroke: paper, width: 2.2 * tie.width })
  drawPath(context, tie.path, { stroke: thread, width: tie.width })
  context.fillStyle = thread
  for (const [x, y] of tie.ends) {
    context.beginPath()
    context.arc(x, y, tie.dot, 0, 2 * Math.PI)
    context.fill()
  }
  context.restore()
}

function drawPath(context: CanvasRenderingContext2D, path: string, { stroke, width }: { stroke: string; width: number }): void {
  context.strokeStyle = stroke
  context.lineWidth = width
  context.stroke(new Path2D(path))
}
