/** The file is not what its first bytes promise, or ends too early. */
export class BrokenFile extends Error {}

/** Well formed, but with a codec, a track or a feature that no browser's recorder writes. */
export class ForeignCodec extends Error {}

/** Reads a range of a file from front to back. Reading past the end of the range throws `BrokenFile`. */
export class ByteReader {
  readonly #view: DataView
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get at(): number {
    return this.#at
  }

  get left(): number {
    return this.#bytes.length - this.#at
  }

  #advance(count: number): number {
    if (count > this.left) throw new BrokenFile('The file ends too early')
    const at = this.#at
    this.#at += count
    return at
  }

  u8(): number {
    return this.#view.getUint8(this.#advance(1))
  }

  u16(isLittle = false): number {
    return this.#view.getUint16(this.#advance(2), isLittle)
  }

  u32(isLittle = false): number {
    return this.#view.getUint32(this.#advance(4), isLittle)
  }

  /** A number above 2^53 loses digits, but stays far beyond any file. */
  u64(): number {
    return Number(this.#view.getBigUint64(this.#advance(8)))
  }

  take(count: number): Uint8Array {
    const at = this.#advance(count)
    return this.#bytes.subarray(at, at + count)
  }

  rest(): Uint8Array {
    return this.take(this.left)
  }

  skip(count: number): void {
    this.#advance(count)
  }

  ascii(count: number): string {
    return String.fromCharCode(...this.take(count))
  }
}
