import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { mp4File } from '#test/support/fixtures/voice/mp4-file.ts'
import { oggFile } from '#test/support/fixtures/voice/ogg-file.ts'
import { silence, times } from '#test/support/fixtures/voice/packets.ts'
import { webmFile } from '#test/support/fixtures/voice/webm-file.ts'
import { voiceLimits, voicePeaks } from '../contract.ts'
import { rewriteVoice, type RewrittenVoice } from './rewrite.ts'

const canary = 'CANARY-8f1c77'
const second = times(50, silence.opusMono)
const files = {
  'a streamed webm': webmFile(second, { canary, streams: true }),
  'a whole webm': webmFile(second, { canary }),
  'a webm with groups': webmFile(second, { canary, groups: true }),
  'a stereo webm': webmFile(times(50, silence.opusStereo), { canary, channels: 2 }),
  'an ogg': oggFile(second, { canary }),
  'a whole mp4 with aac': mp4File(times(43, silence.aacMono), { canary }),
  'an mp4 with aac in fragments': mp4File(times(43, silence.aacMono), { canary, fragments: 4 }),
  'a stereo mp4 with aac': mp4File(times(43, silence.aacStereo), { canary, channels: 2 }),
  'an mp4 with opus': mp4File(second, { canary, codec: 'opus' }),
  'an mp4 with opus in fragments': mp4File(second, { canary, codec: 'opus', fragments: 2 }),
}
const entries = Object.entries(files)

function accepted(file: Uint8Array): RewrittenVoice {
  const result = rewriteVoice(file)
  if ('refused' in result) throw new Error(result.refused)
  return result.voice
}

const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

describe('the container of a voice message', () => {
  it.each(entries)('of %s is written with the audio packets alone', (name, file) => {
    expect(latin(file)).toContain(canary)
    const { bytes, type, durationMs } = accepted(file)
    expect(latin(bytes)).not.toContain(canary)
    expect(latin(bytes)).not.toContain(canary.slice(0, 8))
    expect(latin(bytes)).not.toContain('\xde\xad\xbe\xef')
    expect(type).toBe(name.includes('mp4') ? 'audio/mp4' : 'audio/webm')
    // 43 packets of 1,024 samples at 44,100 Hz are 998 ms.
    expect(durationMs).toBe(name.includes('aac') ? 998 : 1000)
  })

  it.each(entries)('of %s says nothing of the file it came from', (_, file) => {
    const { bytes } = accepted(file)
    expect(Buffer.compare(accepted(bytes).bytes, bytes)).toBe(0)
  })

  it('is the same whatever surrounds the packets', () => {
    const webm = accepted(webmFile(second)).bytes
    expect(accepted(webmFile(second, { canary, streams: true })).bytes).toEqual(webm)
    expect(accepted(oggFile(second, { canary })).bytes).toEqual(webm)
    const mp4 = accepted(mp4File(second, { codec: 'opus' })).bytes
    expect(accepted(mp4File(second, { canary, codec: 'opus', fragments: 3 })).bytes).toEqual(mp4)
  })

  it('has no padding of packets, in which text could be hidden', () => {
    const padding = Buffer.from(canary)
    const packet = new Uint8Array([0xfb, 0x41, padding.length, 0xff, 0xfe, ...padding])
    const { bytes, durationMs } = accepted(webmFile([packet]))
    expect(latin(bytes)).not.toContain(canary)
    expect(durationMs).toBe(20)
  })
})

describe('the length of a voice message', () => {
  it('is the sum of its packets, up to a minute', () => {
    expect(accepted(oggFile(times(3000, silence.opusMono))).durationMs).toBe(voiceLimits.ms)
    expect(rewriteVoice(oggFile(times(3001, silence.opusMono)))).toEqual({ refused: 'too-long' })
    expect(rewriteVoice(mp4File(times(2590, silence.aacMono)))).toEqual({ refused: 'too-long' })
  })

  it.each([
    [0x00, [0], 10],
    [0x18, [0], 60],
    [0x60, [0], 10],
    [0x80, [0], 2.5],
    [0xf9, [0, 0], 40],
    [0xfa, [1, 0, 0], 40],
    [0xfb, [0x06, ...times(6, 0)], 120],
    [0xfb, [0x83, 1, 1, 0, 0, 0], 60],
  ])('of a packet that starts with %d is right', (toc, rest, ms) => {
    expect(accepted(webmFile(times(2, new Uint8Array([toc, ...rest])))).durationMs).toBe(2 * ms)
  })

  it.each([
    ['no frame', [0xfb, 0]],
    ['no count', [0xfb]],
    ['more than 120 ms', [0xfb, 7, ...times(7, 0)]],
    ['more padding than bytes', [0xfb, 0x41, 9, 0]],
    ['two unequal halves', [0xf9, 0]],
    ['a frame longer than its packet', [0xfa, 9, 0]],
    ['a frame that is too long', [0xf8, ...times(1276, 0)]],
  ])('is refused with %s', (_, packet) => {
    expect(rewriteVoice(webmFile([new Uint8Array(packet)]))).toEqual({ refused: 'broken' })
  })
})

describe('a file that is no voice message', () => {
  it.each([
    ['nothing', new Uint8Array(), 'type'],
    ['an mp3', new Uint8Array(Buffer.from('ID3\x04 and more')), 'type'],
    ['more than 1 MB', new Uint8Array(voiceLimits.bytes + 1), 'too-large'],
    ['a webm without packets', webmFile([]), 'broken'],
    ['an mp4 without packets', mp4File([]), 'broken'],
    ['an ogg that does not end', oggFile(second, { isOpen: true }), 'broken'],
    ['two tracks in webm', webmFile(second, { tracks: 2 }), 'codec'],
    ['two tracks in mp4', mp4File(second, { tracks: 2 }), 'codec'],
    ['a video track', mp4File(second, { handler: 'vide' }), 'codec'],
    ['vorbis', webmFile(second, { codec: 'A_VORBIS' }), 'codec'],
    ['several packets in a block', webmFile(second, { flags: 0x82 }), 'codec'],
    ['six channels', webmFile(second, { channels: 6 }), 'codec'],
    ['aac of another kind', mp4File(times(9, silence.aacMono), { config: (5 << 11) | (4 << 7) | (1 << 3) }), 'codec'],
    ['an empty packet', mp4File([silence.aacMono, new Uint8Array()]), 'broken'],
  ])('%s is refused', (_, file, refused) => {
    expect(rewriteVoice(file)).toEqual({ refused })
  })

  it('is refused however much it claims to have', () => {
    const file = mp4File(times(9, silence.aacMono))
    const at = latin(file).indexOf('stsz')
    file.set([0, 0, 0, 6, 0xff, 0xff, 0xff, 0xff], at + 8)
    expect(rewriteVoice(file)).toEqual({ refused: 'broken' })
  })

  it('is refused if its packets overlap to more than 1 MB', () => {
    const loud = new Uint8Array(768)
    expect(accepted(mp4File(times(1000, loud), { overlaps: true })).bytes.length).toBeLessThan(voiceLimits.bytes)
    const file = mp4File(times(2000, loud), { overlaps: true })
    expect(file.length).toBeLessThan(20_000)
    expect(rewriteVoice(file)).toEqual({ refused: 'too-large' })
  })
})

/** A generator with a seed (mulberry32), so that a failure is the same tomorrow. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** Changes some bytes, cuts the end off, or repeats and removes a range. */
function damaged(file: Uint8Array, random: (below: number) => number): Uint8Array {
  const copy = Uint8Array.from(file)
  for (let count = random(6); count > 0; count -= 1)
    copy[random(copy.length)] = [0, 1, 0x7f, 0x80, 0xff, random(256)][random(6)] ?? 0
  const from = random(copy.length)
  const to = from + random(64)
  const kinds = [
    copy,
    copy,
    copy.subarray(0, from),
    Buffer.concat([copy.subarray(0, to), copy.subarray(from)]),
    Buffer.concat([copy.subarray(0, from), copy.subarray(to)]),
  ]
  return kinds[random(kinds.length)] ?? copy
}

describe('10,000 damaged files', () => {
  it('are refused, or written as files that are read the same', () => {
    const random = randomOf(18)
    const counts = { accepted: 0, refused: 0 }
    const small = [
      webmFile(times(4, silence.opusMono), { streams: true }),
      webmFile(times(4, silence.opusMono), { groups: true }),
      oggFile(times(4, silence.opusMono)),
      mp4File(times(4, silence.aacMono)),
      mp4File(times(4, silence.aacMono), { fragments: 2 }),
      mp4File(times(4, silence.opusMono), { codec: 'opus', fragments: 2 }),
    ]
    for (let index = 0; index < 10_000; index += 1) {
      const result = rewriteVoice(damaged(small[index % small.length] ?? new Uint8Array(), random))
      if ('refused' in result) counts.refused += 1
      else {
        counts.accepted += 1
        const { bytes, durationMs } = result.voice
        expect(durationMs).toBeLessThanOrEqual(voiceLimits.ms)
        expect(Buffer.compare(accepted(bytes).bytes, bytes)).toBe(0)
      }
    }
    expect(counts.refused).toBeGreaterThan(1000)
    expect(counts.accepted).toBeGreaterThan(1000)
  })

  it('cut at any byte are refused without an exception', () => {
    for (const [, file] of entries)
      for (let length = 0; length < file.length; length += 7) expect(() => rewriteVoice(file.subarray(0, length))).not.toThrow()
  })
})

describe('peaks', () => {
  const peaks = times(voiceLimits.peaks, 50)
  it.each([
    ['64 numbers from 0 to 100', peaks.with(0, 0).with(1, 100), true],
    ['too few', peaks.slice(1), false],
    ['too many', [...peaks, 1], false],
    ['one below 0', peaks.with(5, -1), false],
    ['one above 100', peaks.with(5, 101), false],
    ['a fraction', peaks.with(5, 0.5), false],
    ['text', 'loud', false],
  ])('are checked: %s', (_, value, isRight) => {
    expect(v.safeParse(voicePeaks, value).success).toBe(isRight)
  })
})
