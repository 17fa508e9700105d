import { photoLimits, photoTypes } from '#features/photos/contract.ts'
import type { ChosenPhoto } from './writing-state.ts'

/** Longest side of a sent photo, px: the server stores no larger one. */
const mostSide = 2048
/** A smaller file is sent unchanged if its dimensions fit. */
const smallBytes = 1_000_000

type Prepared = { photo: ChosenPhoto } | { refusal: 'wrongType' | 'tooLarge' | 'unreadable' }

/**
 * Prepares a chosen file for preview and sending: turned upright, without the camera's location and time. A large photo is made
 * smaller first, and only then measured.
 */
export async function preparePhoto(file: File): Promise<Prepared> {
  if (!photoTypes.some((type) => type === file.type)) return { refusal: 'wrongType' }
  let picture: ImageBitmap
  try {
    picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    // The file does not contain the picture that its type names, or one too large for this device to decode.
    return { refusal: file.size > photoLimits.bytes ? 'tooLarge' : 'unreadable' }
  }
  const share = Math.min(1, mostSide / Math.max(picture.width, picture.height))
  const width = Math.max(1, Math.round(picture.width * share))
  const height = Math.max(1, Math.round(picture.height * share))
  const isSent = share === 1 && file.size <= smallBytes
  const smaller = isSent ? null : await reencodeChatPhoto(picture, width, height).catch(() => null)
  picture.close()
  // If this browser cannot make it smaller, the server does.
  const blob = smaller ?? file
  if (blob.size > photoLimits.bytes) return { refusal: 'tooLarge' }
  return { photo: { blob, address: URL.createObjectURL(blob), width, height } }
}

async function reencodeChatPhoto(picture: ImageBitmap, width: number, height: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no canvas to draw on')
  // JPEG has no transparency: transparent parts would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(picture, 0, 0, width, height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.88 })
}
