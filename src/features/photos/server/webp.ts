import { joined, partCounter, PictureError, Reader, requireNoDocument, type Picture } from './picture.ts'

const drawn = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const left = new Set(['EXIF', 'XMP '])
/** Bits of VP8X that announce Exif and XMP. */
const metadataFlags = 0b0000_1100

/** Walks a WebP from chunk to chunk (RFC 9649). RIFF states the length of the file; anything after it is dropped. */
export function readWebp(bytes: Uint8Array<ArrayBuffer>): Picture {
  const end = new Reader(bytes).u32(4, true) + 8
  if (end > bytes.byteLength) throw new PictureError('is shorter than it says')
  const reader = new Reader(bytes.subarray(0, end))
  const kept: Uint8Array[] = []
  let size: { width: number; height: number } | null = null
  let hasData = false
  const count = partCounter()
  for (let at = 12; at < end;) {
    count()
    const [name, length] = [reader.text(at, 4), reader.u32(at + 4, true)]
    const padded = length + (length % 2)
    const chunk = reader.part(at, Math.min(8 + padded, end - at))
    if (8 + length > chunk.byteLength) throw new PictureError('a chunk ends early')
    const own = sizeIn(reader, name, at + 8)
    // The canvas comes first: a frame larger than it would still be decoded.
    if (size && own && (own.width > size.width || own.height > size.height)) throw new PictureError('outgrows itself')
    size ??= own
    hasData ||= name === 'VP8 ' || name === 'VP8L' || name === 'ANMF'
    if (!drawn.has(name)) requireNoDocument(chunk)
    if (!left.has(name)) kept.push(name === 'VP8X' ? withoutFlags(chunk) : chunk)
    at += 8 + padded
  }
  if (!size || !hasData) throw new PictureError('has no data')
  return { type: 'image/webp', ...size, orientation: 1, bytes: inRiff(kept) }
}

function sizeIn(reader: Reader, name: string, at: number): { width: number; height: number } | null {
  if (name === 'VP8X') return { width: reader.u24(at + 4) + 1, height: reader.u24(at + 7) + 1 }
  if (name === 'VP8L') {
    if (reader.u8(at) !== 0x2f) throw new PictureError('has no lossless signature')
    const bits = reader.u32(at + 1, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (name !== 'VP8 ') return null
  if (reader.u24(at + 3) !== 0x2a019d) throw new PictureError('has no key frame')
  return { width: reader.u16(at + 6, true) & 0x3fff, height: reader.u16(at + 8, true) & 0x3fff }
}

function withoutFlags(chunk: Uint8Array): Uint8Array {
  const copy = chunk.slice()
  copy[8] = (copy[8] ?? 0) & ~metadataFlags
  return copy
}

function inRiff(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode('RIFF????WEBP')
  const whole = joined([head, ...chunks])
  new DataView(whole.buffer).setUint32(4, whole.byteLength - 8, true)
  return whole
}
