import { photoWidths } from '#shared/photo.ts'
import { scaledTo } from '#features/photos/rules.ts'
import type { Crop } from './crop.ts'

/**
 * Draws the chosen part of a picture into a JPEG, no larger than the largest stored size. Only pixels reach the canvas, so no
 * camera metadata leaves the device.
 */
export function cutPicture(image: HTMLImageElement, crop: Crop): Promise<Blob> {
  const size = scaledTo(crop, photoWidths.at(-1) ?? crop.width)
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const context = canvas.getContext('2d')
  if (!context) return Promise.reject(new Error('no canvas'))
  // JPEG has no transparency: without a background it would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size.width, size.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, crop.x, crop.y, crop.width, crop.height, 0, 0, size.width, size.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', 0.93)
  })
}
