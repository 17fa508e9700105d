import { joined, partCounter, PictureError, Reader, requireNoDocument, type Picture } from './picture.ts'

/** Chunks that are drawn or control drawing; all others may be text. */
const drawn = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'bKGD', 'acTL', 'fcTL', 'fdAT'])
const left = new Set(['eXIf', 'tEXt', 'iTXt', 'zTXt', 'tIME'])

/** Walks a PNG from chunk to chunk. It ends with IEND; anything after that is dropped. */
export function readPng(bytes: Uint8Array<ArrayBuffer>): Picture {
  const reader = new Reader(bytes)
  const kept: Uint8Array[] = [reader.part(0, 8)]
  if (reader.u32(8) !== 13 || reader.text(12, 4) !== 'IHDR') throw new PictureError('has no header')
  const count = partCounter()
  let hasData = false
  for (let at = 8; ;) {
    count()
    const [length, name] = [reader.u32(at), reader.text(at + 4, 4)]
    const chunk = reader.part(at, length + 12)
    if (!drawn.has(name)) requireNoDocument(chunk)
    if (!left.has(name)) kept.push(chunk)
    hasData ||= name === 'IDAT'
    at += length + 12
    if (name === 'IEND') break
  }
  if (!hasData) throw new PictureError('has no data')
  return { type: 'image/png', width: reader.u32(16), height: reader.u32(20), orientation: 1, bytes: joined(kept) }
}
