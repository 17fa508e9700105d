import { BrokenFile, ByteReader, ForeignCodec } from './byte-reader.ts'
import { u16 } from './byte-writer.ts'
import type { Packet, Recording } from './recording.ts'

const lowComplexity = 2
const rates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350]
const samplesPerPacket = 1024
/** 6,144 bits for each channel (ISO/IEC 14496-3, 4.5.3). */
const mostBytesPerChannel = 768

type AacFacts = Pick<Extract<Recording, { codec: 'aac' }>, 'channels' | 'rate'>

/**
 * Reads an AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1). Only AAC-LC with one or two channels, which is what recorders of browsers
 * write. Extensions behind the first two bytes are dropped.
 */
export function readAacConfig(bytes: Uint8Array): AacFacts {
  const bits = new ByteReader(bytes).u16()
  const rate = rates[(bits >>> 7) & 0xf]
  const channels = (bits >>> 3) & 0xf
  // The last three bits: packets of 960 samples, a core coder, an extension.
  if (bits >>> 11 !== lowComplexity || rate === undefined || (bits & 7) !== 0) throw new ForeignCodec('Not AAC-LC')
  if (channels !== 1 && channels !== 2) throw new ForeignCodec('More than two channels')
  return { channels, rate }
}

export function writeAacConfig({ channels, rate }: AacFacts): number[] {
  return u16((lowComplexity << 11) | (rates.indexOf(rate) << 7) | (channels << 3))
}

export function toAacPacket(bytes: Uint8Array, channels: number): Packet {
  if (bytes.length === 0 || bytes.length > channels * mostBytesPerChannel) throw new BrokenFile('No such packet')
  return { bytes, samples: samplesPerPacket }
}
