import { nodeCrypto } from '#server/crypto/node-crypto.ts'

/** A set that answers 'perhaps' or 'certainly not': a fixed number of bits for each entry, whatever its length. */
export type BloomFilter = { bits: Uint8Array; hashes: number }

/** Reads its file: one line of text with the source of the entries, ending with `hashes=…`, followed by the bits. */
export function readBloomFilter(file: Uint8Array): BloomFilter {
  const end = file.indexOf(newline)
  const hashes = /\bhashes=(\d+)$/.exec(new TextDecoder().decode(file.subarray(0, end)))?.[1]
  if (end === -1 || hashes === undefined) throw new Error('This file is no Bloom filter')
  return { bits: file.subarray(end + 1), hashes: Number(hashes) }
}

export function makeBloomFilter(entries: Iterable<string>, size: { bytes: number; hashes: number }): BloomFilter {
  const filter = { bits: new Uint8Array(size.bytes), hashes: size.hashes }
  for (const entry of entries)
    for (const { byte, mask } of bitsOf(filter, entry)) filter.bits[byte] = (filter.bits[byte] ?? 0) | mask
  return filter
}

export function writeBloomFilter({ bits, hashes }: BloomFilter, source: string): Uint8Array {
  const head = new TextEncoder().encode(`${source} hashes=${hashes}\n`)
  const file = new Uint8Array(head.length + bits.length)
  file.set(head)
  file.set(bits, head.length)
  return file
}

/** True for every entry, and for a very few other texts by mistake. */
export function mayHold(filter: BloomFilter, text: string): boolean {
  return bitsOf(filter, text).every(({ byte, mask }) => ((filter.bits[byte] ?? 0) & mask) !== 0)
}

const newline = 10

/** Two words of one digest are combined into as many hashes as are needed (Kirsch and Mitzenmacher, 2006). */
function bitsOf({ bits, hashes }: BloomFilter, text: string): { byte: number; mask: number }[] {
  const digest = nodeCrypto().createHash('sha256').update(text).digest('hex')
  const [start, step] = [Number.parseInt(digest.slice(0, 8), 16), Number.parseInt(digest.slice(8, 16), 16)]
  return Array.from({ length: hashes }, (_, index) => {
    const bit = (start + index * step) % (bits.length * 8)
    return { byte: Math.floor(bit / 8), mask: 1 << (bit % 8) }
  })
}
