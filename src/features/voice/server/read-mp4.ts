import { readAacConfig, toAacPacket } from './aac.ts'
import { BrokenFile, ByteReader, ForeignCodec } from './byte-reader.ts'
import { boxAt, findBox, onlyBox, readBoxes, readFull, type Box } from './mp4-boxes.ts'
import { fragmentRanges, tableRanges, type Range } from './mp4-samples.ts'
import { opusRate, toOpusFacts, toOpusPacket } from './opus.ts'
import { requireCount, type Recording } from './recording.ts'

/** Reads the packets of the only track of an MP4 file, whether it was written whole or in fragments. */
export function readMp4(bytes: Uint8Array): Recording {
  const boxes = readBoxes(bytes)
  if (boxes[0]?.type !== 'ftyp') throw new BrokenFile('Not an MP4 file')
  const movie = readBoxes(onlyBox(boxes, 'moov').content)
  if (movie.filter(({ type }) => type === 'trak').length !== 1) throw new ForeignCodec('Not one track')
  const media = readBoxes(boxAt(movie, 'trak', 'mdia').content)
  requireSound(onlyBox(media, 'hdlr'))
  const table = readBoxes(boxAt(media, 'minf', 'stbl').content)
  const facts = readDescription(onlyBox(table, 'stsd'))
  const ranges = [...tableRanges(table), ...fragmentRanges(boxes, movie)]
  requireCount(ranges.length)
  const data = boxes.filter(({ type }) => type === 'mdat')
  const packets = takeRanges(bytes, data, ranges)
  return facts.codec === 'opus'
    ? { ...facts, packets: packets.map(toOpusPacket) }
    : { ...facts, packets: packets.map((packet) => toAacPacket(packet, facts.channels)) }
}

function requireSound(handler: Box): void {
  const { reader } = readFull(handler)
  reader.skip(4)
  if (reader.ascii(4) !== 'soun') throw new ForeignCodec('Not a sound track')
}

/** Packets are in the order of the boxes that have them, so that no box is looked at twice, however many there are. */
function takeRanges(bytes: Uint8Array, data: readonly Box[], ranges: readonly Range[]): Uint8Array[] {
  let index = 0
  return ranges.map((range) => {
    let box = data[index]
    while (box && !isWithin(box, range)) box = data[(index += 1)]
    if (!box) throw new BrokenFile('A packet outside of the data')
    return bytes.subarray(range.at, range.at + range.size)
  })
}

function isWithin({ contentAt, content }: Box, { at, size }: Range): boolean {
  return at >= contentAt && at + size <= contentAt + content.length
}

type Facts = { channels: 1 | 2; rate: number } & ({ codec: 'opus'; preSkip: number } | { codec: 'aac' })

function readDescription(description: Box): Facts {
  const { reader } = readFull(description)
  const count = reader.u32()
  const [entry] = readBoxes(reader.rest())
  if (count !== 1 || !entry) throw new ForeignCodec('Not one description')
  if (entry.type === 'Opus') return readOpusEntry(entry)
  if (entry.type === 'mp4a') return readAacEntry(entry)
  throw new ForeignCodec('Neither Opus nor AAC')
}

/** The boxes of an audio sample entry. The second version of QuickTime has four more numbers in front of them. */
function entryBoxes({ content }: Box): Box[] {
  const reader = new ByteReader(content)
  reader.skip(8)
  const version = reader.u16()
  if (version > 1) throw new ForeignCodec('An entry of QuickTime')
  reader.skip(version === 1 ? 34 : 18)
  return readBoxes(reader.rest())
}

function readOpusEntry(entry: Box): Facts {
  const reader = new ByteReader(onlyBox(entryBoxes(entry), 'dOps').content)
  if (reader.u8() !== 0) throw new ForeignCodec('Another version of Opus')
  const channels = reader.u8()
  const preSkip = reader.u16()
  // The sample rate of the microphone and a gain, which are not kept.
  reader.skip(6)
  return { codec: 'opus', rate: opusRate, ...toOpusFacts({ channels, preSkip, family: reader.u8() }) }
}

const descriptors = { stream: 3, decoder: 4, specific: 5 } as const
const mpeg4Audio = 0x40

/** Descriptors of MPEG-4 Systems (ISO/IEC 14496-1, 7.2.6). */
function readAacEntry(entry: Box): Facts {
  const box = findBox(entryBoxes(entry), 'esds')
  if (!box) throw new ForeignCodec('Not an AAC entry')
  const stream = enterDescriptor(readFull(box).reader, descriptors.stream)
  stream.skip(2)
  if (stream.u8() !== 0) throw new ForeignCodec('A stream that depends on another')
  const decoder = enterDescriptor(stream, descriptors.decoder)
  if (decoder.u8() !== mpeg4Audio) throw new ForeignCodec('Not AAC')
  decoder.skip(12)
  return { codec: 'aac', ...readAacConfig(enterDescriptor(decoder, descriptors.specific).rest()) }
}

function enterDescriptor(reader: ByteReader, wanted: number): ByteReader {
  if (reader.u8() !== wanted) throw new BrokenFile('Another descriptor')
  let size = 0
  for (let index = 0; index < 4; index += 1) {
    const next = reader.u8()
    size = size * 128 + (next & 0x7f)
    if (next < 0x80) return new ByteReader(reader.take(size))
  }
  throw new BrokenFile('No such size')
}
