import { invalidFields } from '#shared/errors.ts'
import { within } from '../rules.ts'
import { inspect } from './inspect.ts'
import { drawSize, uprightSize } from './reencode.ts'

/**
 * Looks at an uploaded picture as at a profile's photo and draws it anew as one webp, upright and whole, within a square of
 * `side` px: nothing of the file but its pixels gets through. Throws 422 for what is refused. `admit` is asked before
 * anything is decoded, and not for what would be refused anyway.
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
