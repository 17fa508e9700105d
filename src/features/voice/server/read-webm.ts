import { BrokenFile, ByteReader, ForeignCodec } from './byte-reader.ts'
import { opusRate, readOpusHead, toOpusPacket } from './opus.ts'
import { requireCount, type Packet, type Recording } from './recording.ts'

/** Identifiers of EBML and Matroska elements, with their length markers. */
export const elementIds = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  contentEncodings: 0x6d80,
  cluster: 0x1f43b675,
  blockGroup: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
} as const

const audioTrack = 2
const lacingBits = 0x06

/** `size` is null while a recorder streams and does not know it. */
type Element = { id: number; size: number | null }

/** Reads the packets of the only track of a WebM file. Tags, cues, attachments and everything unknown are skipped. */
export function readWebm(bytes: Uint8Array): Recording {
  const file = new ByteReader(bytes)
  requireWebm(enter(file, elementIds.ebml))
  const segment = enter(file, elementIds.segment)
  let track: Track | null = null
  const packets: Packet[] = []
  while (segment.left > 0) {
    const { id, size } = readElement(segment)
    // Clusters and groups are entered in place and not by calls, however deep a file nests them.
    if (id === elementIds.cluster || id === elementIds.blockGroup) continue
    const content = segment.take(requireSize(size))
    if (id === elementIds.tracks) track = readTracks(content, track)
    if (id !== elementIds.simpleBlock && id !== elementIds.block) continue
    packets.push(toOpusPacket(readBlock(content, track)))
    requireCount(packets.length)
  }
  if (!track) throw new BrokenFile('No track')
  return { codec: 'opus', rate: opusRate, ...readOpusHead(track.codecPrivate), packets }
}

function readElement(reader: ByteReader): Element {
  return { id: readNumber(reader, 4, true) ?? 0, size: readNumber(reader, 8, false) }
}

/** A number of variable length: the zeros in front of its first 1 count its further bytes. Null if all its bits are 1. */
function readNumber(reader: ByteReader, mostBytes: number, keepsMarker: boolean): number | null {
  const first = reader.u8()
  const more = Math.clz32(first) - 24
  if (more >= mostBytes) throw new BrokenFile('No such number')
  const marker = 0x80 >>> more
  let value = keepsMarker ? first : first & (marker - 1)
  let areOnes = (first & (marker - 1)) === marker - 1
  for (let index = 0; index < more; index += 1) {
    const next = reader.u8()
    areOnes &&= next === 0xff
    value = value * 256 + next
  }
  return areOnes && !keepsMarker ? null : value
}

function requireSize(size: number | null): number {
  if (size === null) throw new BrokenFile('An element without a size')
  return size
}

/** Enters the next element, which has to be this one. What follows it is not read. */
function enter(reader: ByteReader, wanted: number): ByteReader {
  const { id, size } = readElement(reader)
  if (id !== wanted) throw new BrokenFile('Another element')
  return new ByteReader(size === null ? reader.rest() : reader.take(size))
}

function* children(bytes: Uint8Array): Generator<{ id: number; content: Uint8Array }> {
  const reader = new ByteReader(bytes)
  while (reader.left > 0) {
    const { id, size } = readElement(reader)
    yield { id, content: reader.take(requireSize(size)) }
  }
}

function requireWebm(header: ByteReader): void {
  const types = [...children(header.rest())].filter(({ id }) => id === elementIds.docType)
  const [type] = types
  if (types.length !== 1 || !type || !isText(type.content, 'webm')) throw new BrokenFile('Not a WebM file')
}

function isText(bytes: Uint8Array, text: string): boolean {
  return bytes.length === text.length && String.fromCharCode(...bytes) === text
}

type Track = { number: number; codecPrivate: Uint8Array }

function readTracks(bytes: Uint8Array, before: Track | null): Track {
  const entries = [...children(bytes)].filter(({ id }) => id === elementIds.trackEntry)
  const [entry] = entries
  if (!entry || entries.length > 1 || before) throw new ForeignCodec('Not one track')
  const fields = new Map([...children(entry.content)].map(({ id, content }) => [id, content]))
  const codecPrivate = fields.get(elementIds.codecPrivate)
  const isOpus = isText(fields.get(elementIds.codecId) ?? new Uint8Array(), 'A_OPUS')
  const isAudio = toUnsigned(fields.get(elementIds.trackType)) === audioTrack
  if (!isAudio || !isOpus || fields.has(elementIds.contentEncodings)) throw new ForeignCodec('Not an Opus track')
  if (!codecPrivate) throw new BrokenFile('No Opus header')
  return { number: toUnsigned(fields.get(elementIds.trackNumber)), codecPrivate }
}

function toUnsigned(bytes: Uint8Array | undefined): number {
  return (bytes ?? new Uint8Array()).reduce((value, byte) => value * 256 + byte, 0)
}

function readBlock(bytes: Uint8Array, track: Track | null): Uint8Array {
  const reader = new ByteReader(bytes)
  if (!track || readNumber(reader, 8, false) !== track.number) throw new BrokenFile('A block of another track')
  // Its time: packets follow each other without gaps.
  reader.skip(2)
  if (reader.u8() & lacingBits) throw new ForeignCodec('Several packets in one block')
  return reader.rest()
}
