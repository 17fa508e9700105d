import { BrokenFile, ByteReader, ForeignCodec } from './byte-reader.ts'
import { joinBytes } from '#shared/bytes/join-bytes.ts'
import { ascii, u16Little, u32Little } from './byte-writer.ts'
import type { Packet, Recording } from './recording.ts'

export const opusRate = 48_000
/** 120 ms, the longest packet (RFC 6716, 3.4). */
const mostSamples = 5760
const mostFrameBytes = 1275
const paddingBit = 0x40

type OpusFacts = Pick<Extract<Recording, { codec: 'opus' }>, 'channels' | 'preSkip'>

/** Reads an Opus identification header (RFC 7845, 5.1), which WebM and Ogg share. */
export function readOpusHead(bytes: Uint8Array): OpusFacts {
  const reader = new ByteReader(bytes)
  if (reader.ascii(8) !== 'OpusHead' || reader.u8() > 15) throw new BrokenFile('Not an Opus header')
  const channels = reader.u8()
  const preSkip = reader.u16(true)
  // The sample rate of the microphone and a gain, which are not kept.
  reader.skip(6)
  return toOpusFacts({ channels, preSkip, family: reader.u8() })
}

export function toOpusFacts({ channels, preSkip, family }: { channels: number; preSkip: number; family: number }): OpusFacts {
  if (family !== 0 || (channels !== 1 && channels !== 2)) throw new ForeignCodec('More than two channels')
  return { channels, preSkip }
}

export function writeOpusHead({ channels, preSkip }: OpusFacts): Uint8Array {
  return joinBytes([ascii('OpusHead'), [1, channels], u16Little(preSkip), u32Little(opusRate), u16Little(0), [0]])
}

/** Checks the frames of a packet (RFC 6716, 3.2), and drops its padding, in which anything could be hidden. */
export function toOpusPacket(bytes: Uint8Array): Packet {
  const reader = new ByteReader(bytes)
  const toc = reader.u8()
  const read = readers[toc & 3]
  if (!read) throw new BrokenFile('No such packet')
  const { frames, bytes: kept } = read(reader, bytes)
  const samples = frames * samplesOf(toc >>> 3)
  if (samples > mostSamples) throw new BrokenFile('The packet is too long')
  return { bytes: kept, samples }
}

function samplesOf(config: number): number {
  if (config < 12) return [480, 960, 1920, 2880][config & 3] ?? 0
  if (config < 16) return [480, 960][config & 1] ?? 0
  return [120, 240, 480, 960][config & 3] ?? 0
}

type Frames = { frames: number; bytes: Uint8Array }

/** How frames are packed, by the last two bits of the first byte. */
const readers: readonly ((reader: ByteReader, bytes: Uint8Array) => Frames)[] = [
  (reader, bytes) => {
    requireFrame(reader.left)
    return { frames: 1, bytes }
  },
  (reader, bytes) => {
    requireFrame(reader.left / 2)
    return { frames: 2, bytes }
  },
  (reader, bytes) => {
    reader.skip(readFrameLength(reader))
    requireFrame(reader.left)
    return { frames: 2, bytes }
  },
  readManyFrames,
]

function readManyFrames(reader: ByteReader, bytes: Uint8Array): Frames {
  const head = reader.u8()
  const frames = head & 0x3f
  if (frames === 0) throw new BrokenFile('A packet without frames')
  const padding = head & paddingBit ? readPaddingLength(reader) : 0
  if (padding > reader.left) throw new BrokenFile('More padding than packet')
  const data = reader.take(reader.left - padding)
  if (head & 0x80) requireVariableFrames(new ByteReader(data), frames)
  else requireFrame(data.length / frames)
  if ((head & paddingBit) === 0) return { frames, bytes }
  return { frames, bytes: joinBytes([bytes.subarray(0, 1), [head & ~paddingBit], data]) }
}

function requireVariableFrames(reader: ByteReader, frames: number): void {
  let before = 0
  for (let frame = 1; frame < frames; frame += 1) before += readFrameLength(reader)
  requireFrame(reader.left - before)
}

function readPaddingLength(reader: ByteReader): number {
  let length = 0
  for (;;) {
    const next = reader.u8()
    if (next !== 255) return length + next
    length += 254
  }
}

function readFrameLength(reader: ByteReader): number {
  const first = reader.u8()
  return first < 252 ? first : first + 4 * reader.u8()
}

function requireFrame(length: number): void {
  if (length < 0 || length > mostFrameBytes || !Number.isInteger(length)) throw new BrokenFile('No such frame')
}
