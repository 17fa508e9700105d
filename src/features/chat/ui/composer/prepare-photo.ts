import { photoLimits, photoTypes } from '#features/photos/contract.ts'
import type { ChosenPhoto } from './writing-state.ts'

/** Longest side of a sent photo, px: the server keeps no larger one. */
const mostSide = 2048
/** A smaller file is sent unchanged when its sides fit. */
const smallBytes = 1_000_000

type Prepared = { photo: ChosenPhoto } | { refusal: 'wrongType' | 'tooLarge' | 'unreadable' }

/** Prepares a chosen file for preview and sending: turned upright, without the camera's place and time, not too large. */
export async function preparePhoto(file: File): Promise<Prepared> {
  if (!photoTypes.some((type) => type === file.type)) return { refusal: 'wrongType' }
  if (file.size > photoLimits.bytes) return { refusal: 'tooLarge' }
  let picture: ImageBitmap
  try {
    picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    return { refusal: 'unreadable' } // The file is not the picture that its type promises.
  }
  const share = Math.min(1, mostSide / Math.max(picture.width, picture.height))
  const width = Math.max(1, Math.round(picture.width * share))
  const height = Math.max(1, Math.round(picture.height * share))
  const blob = share === 1 && file.size <= smallBytes ? file : await reencodeChatPhoto(picture, width, height)
  picture.close()
  return { photo: { blob, address: URL.createObjectURL(blob), width, height } }
}

async function reencodeChatPhoto(picture: ImageBitmap, width: number, height: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.88 })
}
