export type Dot = { name: string; x: number; y: number }
export type Label = Dot & { anchor: 'start' | 'middle' | 'end' }
type Size = { width: number; height: number }
type Box = { left: number; right: number; top: number; bottom: number }

/** Relative to the font size: a generous average of both alphabets. */
const characterWidth = 0.58
const gap = 10
const dotRadius = 8

/**
 * A position for each name beside its dot: below, above, or at a side. No name overlaps another, a dot or the edge; one without
 * room is omitted.
 */
export function positionLabels(dots: readonly Dot[], fontSize: number, size: Size): Label[] {
  const taken = dots.map(({ x, y }) => boxAround(x, y))
  const placed: Label[] = []
  for (const [own, dot] of dots.entries()) {
    const isFree = (box: Box) => isInside(box, size) && !taken.some((other, index) => index !== own && overlap(box, other))
    const found = around(dot, fontSize).find((label) => isFree(boxOf(label, fontSize)))
    if (!found) continue
    placed.push(found)
    taken.push(boxOf(found, fontSize))
  }
  return placed
}

/** `y` is the baseline. */
function around({ name, x, y }: Dot, fontSize: number): Label[] {
  const [below, above, middle] = [y + gap + fontSize * 0.9, y - gap - 4, y + fontSize * 0.35]
  return [
    { name, x, y: below, anchor: 'middle' },
    { name, x, y: above, anchor: 'middle' },
    { name, x: x + gap + 4, y: middle, anchor: 'start' },
    { name, x: x - gap - 4, y: middle, anchor: 'end' },
    { name, x, y: below, anchor: 'start' },
    { name, x, y: below, anchor: 'end' },
    { name, x, y: above, anchor: 'start' },
    { name, x, y: above, anchor: 'end' },
  ]
}

/** The area that a name covers. */
export function boxOf({ name, x, y, anchor }: Label, fontSize: number): Box {
  const width = [...name].length * characterWidth * fontSize
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
  return { left, right: left + width, top: y - fontSize * 0.8, bottom: y + fontSize * 0.25 }
}

const boxAround = (x: number, y: number): Box => ({
  left: x - dotRadius,
  right: x + dotRadius,
  top: y - dotRadius,
  bottom: y + dotRadius,
})

export const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

const isInside = (box: Box, { width, height }: Size): boolean =>
  box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= height
