import { voiceLimits } from '../contract.ts'
import { BrokenFile } from './byte-reader.ts'

/** The audio of a file without its container. `samples`: how long a packet sounds, at the recording's `rate`. */
export type Packet = { bytes: Uint8Array; samples: number }
export type Recording = { channels: 1 | 2; rate: number; packets: Packet[] } & (
  | { codec: 'opus'; preSkip: number }
  | { codec: 'aac' }
)

/** More than 60 s of the shortest packets, 2.5 ms. A small file can claim billions of packets, so readers count first. */
export const mostPackets = voiceLimits.ms / 2.5

export function requireCount(packets: number): void {
  if (packets > mostPackets) throw new BrokenFile('Too many packets')
}

export function durationOf({ packets, rate }: Recording): number {
  return Math.round((packets.reduce((sum, { samples }) => sum + samples, 0) * 1000) / rate)
}

export function totalBytes(packets: readonly Packet[]): number {
  return packets.reduce((sum, { bytes }) => sum + bytes.length, 0)
}
