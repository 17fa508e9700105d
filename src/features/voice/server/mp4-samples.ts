import { BrokenFile, type ByteReader } from './byte-reader.ts'
import { findBox, onlyBox, readBoxes, readFull, type Box } from './mp4-boxes.ts'
import { mostPackets, requireCount } from './recording.ts'

/** Where a packet is in the file. */
export type Range = { at: number; size: number }

/** Reads the ranges of a file that was written whole: sizes, chunks, and how many packets are in which chunk. */
export function tableRanges(table: readonly Box[]): Range[] {
  const sizes = readSizes(onlyBox(table, 'stsz'))
  const chunks = readChunks(table)
  const perChunk = readPerChunk(onlyBox(table, 'stsc'))
  const ranges: Range[] = []
  let run = -1
  for (const [index, chunk] of chunks.entries()) {
    while ((perChunk[run + 1]?.first ?? Infinity) <= index + 1) run += 1
    let at = chunk
    for (let count = perChunk[run]?.count ?? 0; count > 0 && ranges.length < sizes.length; count -= 1) {
      const size = sizes[ranges.length] ?? 0
      ranges.push({ at, size })
      at += size
    }
  }
  if (ranges.length !== sizes.length) throw new BrokenFile('Packets without a chunk')
  return ranges
}

function readSizes(box: Box): number[] {
  const { reader } = readFull(box)
  const all = reader.u32()
  const count = reader.u32()
  requireCount(count)
  return Array.from({ length: count }, () => all || reader.u32())
}

function readChunks(table: readonly Box[]): number[] {
  const short = findBox(table, 'stco')
  const { reader } = readFull(short ?? onlyBox(table, 'co64'))
  const count = reader.u32()
  requireCount(count)
  return Array.from({ length: count }, () => (short ? reader.u32() : reader.u64()))
}

function readPerChunk(box: Box): { first: number; count: number }[] {
  const { reader } = readFull(box)
  const entries = reader.u32()
  requireCount(entries)
  return Array.from({ length: entries }, () => {
    const entry = { first: reader.u32(), count: reader.u32() }
    // Which description, of which there is one.
    reader.skip(4)
    return entry
  })
}

const headFlags = { base: 0x1, description: 0x2, duration: 0x8, size: 0x10 } as const
const runFlags = { offset: 0x1, firstFlags: 0x4, duration: 0x100, size: 0x200, flags: 0x400, composition: 0x800 } as const

/** Reads the ranges of a file that was written in fragments while it was recorded. */
export function fragmentRanges(boxes: readonly Box[], movie: readonly Box[]): Range[] {
  const extended = findBox(movie, 'mvex')
  const defaults = extended && findBox(readBoxes(extended.content), 'trex')
  const defaultSize = defaults ? readDefaultSize(defaults) : 0
  const ranges: Range[] = []
  for (const fragment of boxes) {
    if (fragment.type !== 'moof') continue
    const track = findBox(readBoxes(fragment.content), 'traf')
    if (track) readFragment(readBoxes(track.content), { at: fragment.start, size: defaultSize }, ranges)
  }
  return ranges
}

function readDefaultSize(box: Box): number {
  const { reader } = readFull(box)
  reader.skip(12)
  return reader.u32()
}

/** `defaults`: what counts unless the fragment says otherwise. */
function readFragment(track: readonly Box[], defaults: Range, ranges: Range[]): void {
  const base = readHead(onlyBox(track, 'tfhd'), defaults)
  let at = base.at
  for (const box of track) {
    if (box.type !== 'trun') continue
    const { flags, reader } = readFull(box)
    const count = reader.u32()
    if (count > mostPackets - ranges.length) throw new BrokenFile('Too many packets')
    if (flags & runFlags.offset) at = base.at + (reader.u32() | 0)
    if (flags & runFlags.firstFlags) reader.skip(4)
    for (let index = 0; index < count; index += 1) {
      const size = readRunSize(reader, flags, base.size)
      ranges.push({ at, size })
      at += size
    }
  }
}

function readHead(head: Box, defaults: Range): Range {
  const { flags, reader } = readFull(head)
  reader.skip(4)
  const at = flags & headFlags.base ? reader.u64() : defaults.at
  if (flags & headFlags.description) reader.skip(4)
  if (flags & headFlags.duration) reader.skip(4)
  return { at, size: flags & headFlags.size ? reader.u32() : defaults.size }
}

function readRunSize(reader: ByteReader, flags: number, defaultSize: number): number {
  if (flags & runFlags.duration) reader.skip(4)
  const size = flags & runFlags.size ? reader.u32() : defaultSize
  if (flags & runFlags.flags) reader.skip(4)
  if (flags & runFlags.composition) reader.skip(4)
  return size
}
