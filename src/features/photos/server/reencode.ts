import { AppError } from '#shared/errors.ts'
import { photoWidths, type PhotoWidth } from '#shared/photo.ts'
import { cutOf, scaledTo, shapeOf } from '../rules.ts'
import type { Picture } from './picture.ts'

/** The transformation that undoes each Exif orientation: first a mirror, then a clockwise turn. */
const upright: Record<number, { flip?: 'h'; rotate?: 90 | 180 | 270 }> = {
  2: { flip: 'h' },
  3: { rotate: 180 },
  4: { flip: 'h', rotate: 180 },
  5: { flip: 'h', rotate: 270 },
  6: { rotate: 90 },
  7: { flip: 'h', rotate: 90 },
  8: { rotate: 270 },
}

export type Sizes = { width: number; height: number; sizes: { width: PhotoWidth; bytes: ArrayBuffer }[] }

/**
 * Re-encodes a picture as webp in all sizes: upright, cropped from its middle to its shape, never enlarged. Only its pixels are
 * kept. `width` and `height` are those of the largest size. Throws 422 for a file that cannot be decoded.
 */
export async function reencodePhoto(images: ImagesBinding, picture: Picture): Promise<Sizes> {
  const shown = uprightSize(picture)
  const cut = cutOf(shown, shapeOf(shown))
  const sizes: Sizes['sizes'] = []
  // One after another, because each keeps the decoded picture in memory.
  for (const width of photoWidths) {
    sizes.push({ width, bytes: await drawSize(images, picture, scaledTo(cut, width)) })
  }
  return { ...scaledTo(cut, photoWidths.at(-1) ?? cut.width), sizes }
}

/** The sides of a picture as shown, px. */
export function uprightSize({ width, height, orientation }: Picture): { width: number; height: number } {
  return orientation >= 5 ? { width: height, height: width } : { width, height }
}

export async function drawSize(
  images: ImagesBinding,
  picture: Picture,
  size: { width: number; height: number },
): Promise<ArrayBuffer> {
  const turn = upright[picture.orientation]
  try {
    const input = images.input(new Blob([picture.bytes]).stream())
    const turned = turn ? input.transform(turn) : input
    const result = await turned.transform({ ...size, fit: 'cover' }).output({ format: 'image/webp', quality: 82, anim: false })
    return await result.response().arrayBuffer()
  } catch (cause) {
    throw new AppError('The picture cannot be decoded', {
      status: 422,
      code: 'invalid',
      fields: { file: 'photo-broken' },
      cause,
    })
  }
}
