import { invalidFields } from '#shared/errors.ts'
import { within } from '../rules.ts'
import { inspect } from './inspect.ts'
import { drawSize, uprightSize } from './reencode.ts'

/**
 * Inspects an uploaded picture like a profile's photo and re-encodes it as one upright, complete webp within a square of `side`
 * px. Only its pixels are kept. Throws 422 for refused files. `admit` runs before decoding, but not for files that are refused
 * anyway.
 */
export async function reencodeChatPhoto(
  images: ImagesBinding,
  file: Uint8Array<ArrayBuffer>,
  side: number,
  admit: () => Promise<void>,
): Promise<{ bytes: ArrayBuffer; width: number; height: number }> {
  const inspected = inspect(file)
  if ('refused' in inspected) throw invalidFields({ file: inspected.refused })
  await admit()
  const size = within(uprightSize(inspected.picture), side)
  return { ...size, bytes: await drawSize(images, inspected.picture, size) }
}
