import type { FieldCode } from '#shared/errors.ts'
import { refuseSize } from '../rules.ts'
import { readJpeg } from './jpeg.ts'
import { PictureError, type Picture } from './picture.ts'
import { readPng } from './png.ts'
import { readWebp } from './webp.ts'

const pngMagic = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

const startsWith = (bytes: Uint8Array, magic: readonly number[], at = 0) =>
  magic.every((byte, index) => bytes[at + index] === byte)
const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0))

/**
 * Inspects an uploaded file without decoding it. It checks the type by the first bytes, that the picture is complete and hides
 * nothing else, and its size. Anything after its end is dropped. Neither its name nor the browser's type matters.
 */
export function inspect(bytes: Uint8Array<ArrayBuffer>): { picture: Picture } | { refused: FieldCode } {
  try {
    const read = readerOf(bytes)
    if (!read) return { refused: 'photo-type' }
    const picture = read(bytes)
    const refused = refuseSize(picture)
    return refused ? { refused } : { picture }
  } catch (error) {
    if (error instanceof PictureError) return { refused: 'photo-broken' }
    throw error
  }
}

function readerOf(bytes: Uint8Array): ((bytes: Uint8Array<ArrayBuffer>) => Picture) | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return readJpeg
  if (startsWith(bytes, pngMagic)) return readPng
  if (startsWith(bytes, ascii('RIFF')) && startsWith(bytes, ascii('WEBP'), 8)) return readWebp
  return null
}
