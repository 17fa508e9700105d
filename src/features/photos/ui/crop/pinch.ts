export type Point = { x: number; y: number }
/** The position of a photo in its stage: scaled about the middle, then moved; px. */
export type View = Point & { scale: number }

export const wholeView: View = { x: 0, y: 0, scale: 1 }
export const mostScale = 4

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)
const middle = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })

/** Two fingers move from `before` to `after`, in px from the stage's middle; the point under them stays under them. */
export function pinch(view: View, before: readonly [Point, Point], after: readonly [Point, Point]): View {
  const grown = distance(...after) / Math.max(1, distance(...before))
  const scale = Math.min(mostScale, Math.max(1, view.scale * grown))
  const [from, to] = [middle(...before), middle(...after)]
  const by = scale / view.scale
  return { scale, x: to.x - (from.x - view.x) * by, y: to.y - (from.y - view.y) * by }
}

/** An enlarged photo follows one finger; a whole one does not move. */
export function pan(view: View, by: Point): View {
  return view.scale === 1 ? view : { ...view, x: view.x + by.x, y: view.y + by.y }
}

/** Keeps the photo over the middle of its stage, whose size is `size`. */
export function settle(view: View, size: { width: number; height: number }): View {
  if (view.scale <= 1.02) return wholeView
  const within = (value: number, most: number) => Math.min(most, Math.max(-most, value))
  return {
    scale: view.scale,
    x: within(view.x, ((view.scale - 1) * size.width) / 2),
    y: within(view.y, ((view.scale - 1) * size.height) / 2),
  }
}

const swipePx = 48

/** The page turn of a finger that moved by `by`: -1, 1, or 0 if it moved too little or mostly up or down. */
export function swipeOf(by: Point): -1 | 0 | 1 {
  if (Math.abs(by.x) < swipePx || Math.abs(by.x) < 1.5 * Math.abs(by.y)) return 0
  return by.x < 0 ? 1 : -1
}
