import type { PhotoType } from '../contract.ts'

/** The file's own description, read from its structure; sides in px, before any rotation. */
export type Picture = {
  type: PhotoType
  width: number
  height: number
  /** Exif orientation 1 to 8; 1 if the file has none. */
  orientation: number
  /** The file without its Exif and XMP parts, for the decoder. */
  bytes: Uint8Array<ArrayBuffer>
}

/** A picture that ends early, contradicts itself or hides something else. */
export class PictureError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PictureError'
  }
}

/** A view that throws on reads beyond the end, so that a truncated file is refused as broken instead of causing a crash. */
export class Reader {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly #view: DataView

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get length(): number {
    return this.bytes.byteLength
  }

  #need(at: number, count: number): void {
    if (at < 0 || at + count > this.length) throw new PictureError(`ends at ${this.length}, before ${at + count}`)
  }

  u8(at: number): number {
    this.#need(at, 1)
    return this.#view.getUint8(at)
  }

  u16(at: number, littleEndian = false): number {
    this.#need(at, 2)
    return this.#view.getUint16(at, littleEndian)
  }

  u24(at: number): number {
    return this.u16(at, true) | (this.u8(at + 2) << 16)
  }

  u32(at: number, littleEndian = false): number {
    this.#need(at, 4)
    return this.#view.getUint32(at, littleEndian)
  }

  /** Latin-1, so that every byte is one character. */
  text(at: number, count: number): string {
    this.#need(at, count)
    return String.fromCharCode(...this.bytes.subarray(at, at + count))
  }

  part(at: number, count: number): Uint8Array<ArrayBuffer> {
    this.#need(at, count)
    return this.bytes.subarray(at, at + count)
  }
}

/** Signatures of programs and documents; no picture contains them in parts that are not drawn. */
const document = /<(?:!doctype|html|head|body|script|svg|iframe|object|embed)\b|<\?php|%PDF-|PK\x03\x04|MZ\x90\x00|\x7fELF/i

const latin1 = new TextDecoder('latin1')

/** Refuses a part of a picture that hides a document, because the file would be both. */
export function requireNoDocument(part: Uint8Array): void {
  if (document.test(latin1.decode(part))) throw new PictureError('hides a document')
}

/** More segments or chunks than any camera or program writes. A file of many tiny ones would cost seconds and memory. */
const mostParts = 10_000

/** Counts the parts of one file; throws if there are too many. */
export function partCounter(): () => void {
  let parts = 0
  return () => {
    parts += 1
    if (parts > mostParts) throw new PictureError(`has more than ${mostParts} parts`)
  }
}

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}
