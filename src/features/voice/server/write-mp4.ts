import { writeAacConfig } from './aac.ts'
import { joinBytes } from '#shared/bytes/join-bytes.ts'
import { ascii, u16, u32, type Part } from './byte-writer.ts'
import { opusRate } from './opus.ts'
import { durationOf, type Packet, type Recording } from './recording.ts'

const zeros = (count: number): number[] => Array.from({ length: count }, () => 0)
const fixed16 = (value: number): number[] => u32(value * 0x10000)
const identity = [1, 0, 0, 0, 1, 0, 0, 0, 0x4000].flatMap(fixed16)
/** 'und' in three times five bits. */
const noLanguage = u16(0x55c4)
/** The first two are dates: when it was created and changed. */
const noDates = zeros(8)
const inMs = 1000

/** Writes an MP4 file with one sound track, which plays without being read to its end. Dates are 0 and names empty. */
export function writeMp4(recording: Recording): Uint8Array<ArrayBuffer> {
  const type = box('ftyp', [ascii('isom'), u32(0x200), ascii('isommp42')])
  // The position of the packets depends on the size of what is in front of them, which does not depend on its value.
  const dataAt = type.length + movieOf(recording, 0).length + 8
  return joinBytes([
    type,
    movieOf(recording, dataAt),
    box(
      'mdat',
      recording.packets.map(({ bytes }) => bytes),
    ),
  ])
}

function movieOf(recording: Recording, dataAt: number): Uint8Array {
  const { rate, packets } = recording
  const ms = u32(durationOf(recording))
  const samples = packets.reduce((sum, packet) => sum + packet.samples, 0)
  const header = full('mvhd', [noDates, u32(inMs), ms, fixed16(1), u16(0x100), zeros(10), identity, zeros(24), u32(2)])
  const track = full('tkhd', [noDates, u32(1), zeros(4), ms, zeros(8), u16(0), u16(0), u16(0x100), u16(0), identity, zeros(8)], 3)
  const media = box('mdia', [
    full('mdhd', [noDates, u32(rate), u32(samples), noLanguage, u16(0)]),
    full('hdlr', [zeros(4), ascii('soun'), zeros(12), [0]]),
    box('minf', [
      full('smhd', [zeros(4)]),
      box('dinf', [full('dref', [u32(1), full('url ', [], 1)])]),
      box('stbl', [full('stsd', [u32(1), entryOf(recording)]), ...tablesOf(packets, dataAt)]),
    ]),
  ])
  return box('moov', [header, box('trak', [track, media])])
}

function tablesOf(packets: readonly Packet[], dataAt: number): Uint8Array[] {
  const runs: { count: number; samples: number }[] = []
  for (const { samples } of packets) {
    const run = runs.at(-1)
    if (run?.samples === samples) run.count += 1
    else runs.push({ count: 1, samples })
  }
  return [
    full('stts', [u32(runs.length), ...runs.flatMap(({ count, samples }) => [u32(count), u32(samples)])]),
    full('stsc', [u32(1), u32(1), u32(packets.length), u32(1)]),
    full('stsz', [u32(0), u32(packets.length), ...packets.map(({ bytes }) => u32(bytes.length))]),
    full('stco', [u32(1), u32(dataAt)]),
  ]
}

function entryOf(recording: Recording): Uint8Array {
  const { codec, channels, rate } = recording
  const head = [zeros(6), u16(1), zeros(8), u16(channels), u16(16), zeros(4)]
  if (codec === 'aac') return box('mp4a', [...head, u16(Math.min(rate, 0xffff)), u16(0), streamOf(recording)])
  const facts = box('dOps', [[0, channels], u16(recording.preSkip), u32(opusRate), u16(0), [0]])
  return box('Opus', [...head, u16(rate), u16(0), facts])
}

function streamOf(recording: Extract<Recording, { codec: 'aac' }>): Uint8Array {
  const specific = descriptor(5, [writeAacConfig(recording)])
  // An audio stream of MPEG-4; the size of a buffer and the rates are not known.
  const decoder = descriptor(4, [[0x40, 0x15], zeros(11), specific])
  return full('esds', [descriptor(3, [zeros(3), decoder, descriptor(6, [[2]])])])
}

function descriptor(tag: number, parts: readonly Part[]): Uint8Array {
  const content = joinBytes(parts)
  return joinBytes([[tag, content.length], content])
}

function box(type: string, parts: readonly Part[]): Uint8Array {
  const size = parts.reduce((sum, { length }) => sum + length, 8)
  return joinBytes([u32(size), ascii(type), ...parts])
}

function full(type: string, parts: readonly Part[], flags = 0): Uint8Array {
  return box(type, [u32(flags), ...parts])
}
