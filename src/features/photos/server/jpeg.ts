import { joined, partCounter, PictureError, Reader, requireNoDocument, type Picture } from './picture.ts'

const marker = { soi: 0xd8, eoi: 0xd9, sos: 0xda, app0: 0xe0, app1: 0xe1, comment: 0xfe } as const

/** Frame headers; 0xc4, 0xc8 and 0xcc have other meanings. */
const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc
const isAlone = (code: number) => code === 0x01 || (code >= 0xd0 && code <= 0xd7)

/**
 * Walks a JPEG from segment to segment to its end (ITU T.81, annex B). What phones append is dropped: films, gain maps, further
 * pictures.
 */
export function readJpeg(bytes: Uint8Array<ArrayBuffer>): Picture {
  const { size, orientation, kept } = walk(new Reader(bytes), partCounter())
  if (!size) throw new PictureError('has no frame')
  return { type: 'image/jpeg', ...size, orientation, bytes: joined(kept) }
}

type Walked = { size: { width: number; height: number } | null; orientation: number; kept: Uint8Array[] }

function walk(reader: Reader, count: () => void): Walked {
  const walked: Walked = { size: null, orientation: 1, kept: [reader.part(0, 2)] }
  for (let at = 2; ;) {
    if (reader.u8(at) !== 0xff) throw new PictureError(`no marker at ${at}`)
    const code = reader.u8(at + 1)
    if (code === 0xff) {
      at += 1 // fill bytes may precede a marker
      continue
    }
    if (code === marker.eoi) {
      walked.kept.push(reader.part(at, 2))
      return walked
    }
    if (isAlone(code)) {
      at += 2
      continue
    }
    count()
    const length = reader.u16(at + 2)
    if (length < 2) throw new PictureError(`a segment of ${length} bytes`)
    let end = at + 2 + length
    const segment = reader.part(at, end - at)
    if (isFrame(code)) walked.size ??= { height: reader.u16(at + 5), width: reader.u16(at + 7) }
    if (code === marker.app0) checkJfif(reader, at, length)
    if (code >= marker.app0 && code <= marker.comment) requireNoDocument(segment)
    if (code === marker.app1) walked.orientation = orientationIn(reader, at + 4, end) ?? walked.orientation
    if (code === marker.sos) end = endOfScan(reader, end)
    if (code !== marker.app1 && code !== marker.comment) walked.kept.push(reader.part(at, end - at))
    at = end
  }
}

/** A header longer than its thumbnail needs can hide scripts that a browser would run. */
function checkJfif(reader: Reader, at: number, length: number): void {
  if (length < 7 || reader.text(at + 4, 5) !== 'JFIF\0') return
  if (length < 16 || length !== 16 + 3 * reader.u8(at + 16) * reader.u8(at + 17)) {
    throw new PictureError('has a header of the wrong length')
  }
}

/** The next marker after entropy-coded data; 0xff00 is data, and restart markers are part of it. */
function endOfScan(reader: Reader, start: number): number {
  for (let at = start; ; at += 2) {
    at = reader.bytes.indexOf(0xff, at)
    if (at === -1) throw new PictureError('ends inside its data')
    const code = reader.u8(at + 1)
    if (code === 0xff) at -= 1
    else if (code !== 0 && !isAlone(code)) return at
  }
}

const orientationTag = 0x0112

/** Reads the orientation in the first directory of an Exif segment; null if there is none or it is damaged. */
function orientationIn(reader: Reader, at: number, end: number): number | null {
  if (end - at < 14 || reader.text(at, 6) !== 'Exif\0\0') return null
  const tiff = new Reader(reader.part(at + 6, end - at - 6))
  const isLittle = tiff.text(0, 2) === 'II'
  try {
    const directory = tiff.u32(4, isLittle)
    const entries = tiff.u16(directory, isLittle)
    for (let index = 0; index < entries; index += 1) {
      const entry = directory + 2 + index * 12
      if (tiff.u16(entry, isLittle) !== orientationTag) continue
      const value = tiff.u16(entry + 8, isLittle)
      return value >= 1 && value <= 8 ? value : null
    }
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
  }
  return null
}
