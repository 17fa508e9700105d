import { voiceLimits } from '../contract.ts'
import { BrokenFile, ForeignCodec } from './byte-reader.ts'
import { readMp4 } from './read-mp4.ts'
import { readOgg } from './read-ogg.ts'
import { readWebm } from './read-webm.ts'
import { durationOf, totalBytes, type Recording } from './recording.ts'
import { writeMp4 } from './write-mp4.ts'
import { writeWebm } from './write-webm.ts'

export type VoiceType = 'audio/webm' | 'audio/mp4'
export type RewrittenVoice = { bytes: Uint8Array<ArrayBuffer>; type: VoiceType; durationMs: number }
/** `type`: no container we know. `codec`: another codec or several tracks. `broken`: incomplete, or without a packet. */
export type VoiceRefusal = 'type' | 'codec' | 'broken' | 'too-large' | 'too-long'

type Format = { read: (bytes: Uint8Array) => Recording; type: VoiceType }

/**
 * Writes a recording's container again, with its audio packets alone: tags, dates, names of programs, other tracks and what follows
 * the end are not copied. The type is taken from the first bytes; nothing is decoded. Opus from Ogg becomes WebM, which more
 * browsers play.
 */
export function rewriteVoice(file: Uint8Array): { voice: RewrittenVoice } | { refused: VoiceRefusal } {
  if (file.length > voiceLimits.bytes) return { refused: 'too-large' }
  const format = formatOf(file)
  if (!format) return { refused: 'type' }
  try {
    return rewriteRecording(format.read(file), format.type)
  } catch (error) {
    if (error instanceof BrokenFile) return { refused: 'broken' }
    if (error instanceof ForeignCodec) return { refused: 'codec' }
    throw error
  }
}

function rewriteRecording(recording: Recording, type: VoiceType): { voice: RewrittenVoice } | { refused: VoiceRefusal } {
  const durationMs = durationOf(recording)
  if (recording.packets.length === 0) return { refused: 'broken' }
  if (durationMs > voiceLimits.ms) return { refused: 'too-long' }
  // Packets of an MP4 file may overlap, so that a small file would become a large one.
  if (totalBytes(recording.packets) > voiceLimits.bytes) return { refused: 'too-large' }
  const bytes = recording.codec === 'opus' && type === 'audio/webm' ? writeWebm(recording) : writeMp4(recording)
  return { voice: { bytes, type, durationMs } }
}

function formatOf(file: Uint8Array): Format | null {
  if (startsWith(file, '\x1a\x45\xdf\xa3')) return { read: readWebm, type: 'audio/webm' }
  if (startsWith(file, 'OggS')) return { read: readOgg, type: 'audio/webm' }
  if (startsWith(file, 'ftyp', 4)) return { read: readMp4, type: 'audio/mp4' }
  return null
}

function startsWith(file: Uint8Array, text: string, at = 0): boolean {
  return String.fromCharCode(...file.subarray(at, at + text.length)) === text
}
