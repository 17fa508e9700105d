import { photoLimits, photoShapes, type PhotoShape } from '#features/photos/contract.ts'
import { cutOf } from '#features/photos/rules.ts'

type Size = { width: number; height: number }

/** The part of a picture to show, in the picture's own px. */
export type Crop = Size & { x: number; y: number; shape: PhotoShape }

const clamp = (value: number, most: number) => Math.max(0, Math.min(value, most))

/** The largest part with this shape, from the middle. */
export function startCrop(picture: Size, shape: PhotoShape): Crop {
  const cut = cutOf(picture, shape)
  return { ...cut, shape, x: Math.round((picture.width - cut.width) / 2), y: Math.round((picture.height - cut.height) / 2) }
}

/** Moves the crop by some px, within the picture. */
export function movedBy(crop: Crop, by: { x: number; y: number }, picture: Size): Crop {
  return {
    ...crop,
    x: clamp(Math.round(crop.x + by.x), picture.width - crop.width),
    y: clamp(Math.round(crop.y + by.y), picture.height - crop.height),
  }
}

/** The smallest share of the largest part that still makes an acceptable photo, 0 to 1. */
export function smallestShare(picture: Size, shape: PhotoShape): number {
  const { width, height } = cutOf(picture, shape)
  return Math.min(1, photoLimits.smallestSide / Math.min(width, height))
}

export function shareOf(crop: Crop, picture: Size): number {
  return crop.width / cutOf(picture, crop.shape).width
}

/** Scales the crop to a share of the largest part around its own middle, inside the picture. */
export function scaledToShare(crop: Crop, share: number, picture: Size): Crop {
  const largest = cutOf(picture, crop.shape)
  const width = Math.round(largest.width * Math.max(smallestShare(picture, crop.shape), Math.min(1, share)))
  const [across, down] = photoShapes[crop.shape]
  const height = Math.min(largest.height, Math.round((width * down) / across))
  const grown = { ...crop, width, height }
  return movedBy(grown, { x: (crop.width - width) / 2, y: (crop.height - height) / 2 }, picture)
}
