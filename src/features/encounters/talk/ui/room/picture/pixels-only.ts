import { joinBytes } from '#shared/bytes/join-bytes.ts'

const signatureBytes = 8
/** Length, type and checksum of a chunk. */
const chunkBytes = 12

/** Chunks without which a PNG has no picture. All others may hold texts, times or names of programs. */
const needed = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND'])

/** Returns a PNG with nothing but its pixels; bytes behind its end are dropped, too. */
export function pixelsOnly(png: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  const parts = [png.subarray(0, signatureBytes)]
  for (let at = signatureBytes; at + chunkBytes <= png.length;) {
    const end = at + chunkBytes + view.getUint32(at)
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8))
    if (needed.has(type)) parts.push(png.subarray(at, end))
    if (type === 'IEND') break
    at = end
  }
  return joinBytes(parts)
}
