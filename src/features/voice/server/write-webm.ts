import { joinBytes } from '#shared/bytes/join-bytes.ts'
import { ascii, f64, u16, u32, type Part } from './byte-writer.ts'
import { opusRate, writeOpusHead } from './opus.ts'
import { elementIds } from './read-webm.ts'
import { durationOf, type Packet, type Recording } from './recording.ts'

/** Times in a block are 16 bits in ms, relative to its cluster. */
const clusterMs = 5000
const msSamples = opusRate / 1000
const nsPerSample = 1_000_000_000 / opusRate
/** How much a decoder plays silently before a position (RFC 7845, 4.6), in ns. */
const seekPreRollNs = 80_000_000
const isKeyFrame = 0x80

/** Writes a WebM file with one Opus track. Every element is here because players need it; the two names of programs must exist and are empty. */
export function writeWebm(recording: Extract<Recording, { codec: 'opus' }>): Uint8Array<ArrayBuffer> {
  const { channels, preSkip, packets } = recording
  const header = element(elementIds.ebml, [
    element(0x4286, [[1]]),
    element(0x42f7, [[1]]),
    element(0x42f2, [[4]]),
    element(0x42f3, [[8]]),
    element(elementIds.docType, [ascii('webm')]),
    element(0x4287, [[4]]),
    element(0x4285, [[2]]),
  ])
  const info = element(0x1549a966, [
    element(0x2ad7b1, [u32(1_000_000)]),
    element(0x4489, [f64(durationOf(recording))]),
    element(0x4d80, []),
    element(0x5741, []),
  ])
  const track = element(elementIds.trackEntry, [
    element(elementIds.trackNumber, [[1]]),
    element(0x73c5, [[1]]),
    element(elementIds.trackType, [[2]]),
    element(elementIds.codecId, [ascii('A_OPUS')]),
    element(elementIds.codecPrivate, [writeOpusHead({ channels, preSkip })]),
    element(0x56aa, [u32(Math.round(preSkip * nsPerSample))]),
    element(0x56bb, [u32(seekPreRollNs)]),
    element(0xe1, [element(0xb5, [f64(opusRate)]), element(0x9f, [[channels]])]),
  ])
  return joinBytes([header, element(elementIds.segment, [info, element(elementIds.tracks, [track]), ...clustersOf(packets)])])
}

function clustersOf(packets: readonly Packet[]): Uint8Array[] {
  const clusters: { at: number; blocks: Uint8Array[] }[] = []
  let samples = 0
  for (const packet of packets) {
    const at = Math.round(samples / msSamples)
    let cluster = clusters.at(-1)
    if (!cluster || at - cluster.at >= clusterMs) clusters.push((cluster = { at, blocks: [] }))
    cluster.blocks.push(element(elementIds.simpleBlock, [[0x81], u16(at - cluster.at), [isKeyFrame], packet.bytes]))
    samples += packet.samples
  }
  return clusters.map(({ at, blocks }) => element(elementIds.cluster, [element(0xe7, [u32(at)]), ...blocks]))
}

function element(id: number, parts: readonly Part[]): Uint8Array {
  const size = parts.reduce((sum, { length }) => sum + length, 0)
  return joinBytes([u32(id).slice(Math.clz32(id) >>> 3), sizeOf(size), ...parts])
}

/** One byte where it fits, else four. A byte of ones would mean an unknown size. */
function sizeOf(size: number): number[] {
  return size < 0x7f ? [0x80 | size] : u32(0x10000000 + size)
}
