import { photoLimits, photoShapes, rejectionReasons, type PhotoShape, type PhotoStep, type RejectionReason } from './contract.ts'

/** The order after one move of one photo; unchanged if it is not in the list or cannot move. */
export function orderAfter(ids: readonly string[], id: string, step: PhotoStep): string[] {
  const at = ids.indexOf(id)
  if (at === -1) return [...ids]
  const target = { first: 0, earlier: at - 1, later: at + 1 }[step]
  return placedAt(ids, id, target)
}

/** The order with one photo moved to a position; positions beyond the ends count as the ends. */
export function placedAt(ids: readonly string[], id: string, slot: number): string[] {
  const others = ids.filter((other) => other !== id)
  if (others.length === ids.length) return [...ids]
  const target = Math.max(0, Math.min(slot, others.length))
  return [...others.slice(0, target), id, ...others.slice(target)]
}

type Size = { width: number; height: number }

/** Why a picture's dimensions are refused, or null. */
export function refuseSize({ width, height }: Size): 'photo-pixels' | 'photo-small' | null {
  const { side, pixels, smallestSide } = photoLimits
  if (width > side || height > side || width * height > pixels) return 'photo-pixels'
  return width < smallestSide || height < smallestSide ? 'photo-small' : null
}

/** Square pictures stay square, all others become tall, so that a crop made by the browser is not cropped again. */
export function shapeOf({ width, height }: Size): PhotoShape {
  return Math.abs(width / height - 1) < 0.02 ? 'square' : 'tall'
}

/** The largest part of a picture in a shape, in whole px. */
export function cutOf(size: Size, shape: PhotoShape): Size {
  const [across, down] = photoShapes[shape]
  const width = Math.min(size.width, Math.floor((size.height * across) / down))
  return { width, height: Math.min(size.height, Math.round((width * down) / across)) }
}

/** A crop scaled down to a width; never enlarged. */
export function scaledTo(cut: Size, width: number): Size {
  if (cut.width <= width) return cut
  return { width, height: Math.max(1, Math.round((cut.height * width) / cut.width)) }
}

/** A picture scaled down to fit into a square of `side` px; never enlarged. */
export function within({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

export function isRejectionReason(value: string | null): value is RejectionReason {
  return rejectionReasons.some((reason) => reason === value)
}
