import { expect, test } from '@playwright/test'
import { mp4File } from '#test/support/fixtures/voice/mp4-file.ts'
import { oggFile } from '#test/support/fixtures/voice/ogg-file.ts'
import { silence, times } from '#test/support/fixtures/voice/packets.ts'
import { webmFile } from '#test/support/fixtures/voice/webm-file.ts'
import { rewriteVoice } from '#features/voice/server/rewrite.ts'

const second = times(50, silence.opusMono)
const files: [string, Uint8Array][] = [
  ['webm', webmFile(second, { streams: true })],
  ['a long webm', webmFile(times(3000, silence.opusMono))],
  ['stereo', webmFile(times(50, silence.opusStereo), { channels: 2 })],
  ['ogg', oggFile(second)],
  ['opus in mp4', mp4File(second, { codec: 'opus', fragments: 3 })],
  ['aac in mp4', mp4File(times(43, silence.aacMono), { fragments: 3 })],
  ['stereo aac in mp4', mp4File(times(43, silence.aacStereo), { channels: 2 })],
]

function rewritten(file: Uint8Array) {
  const result = rewriteVoice(file)
  if ('refused' in result) throw new Error(result.refused)
  return {
    base64: Buffer.from(result.voice.bytes).toString('base64'),
    durationMs: result.voice.durationMs,
    type: result.voice.type,
  }
}

/** A browser may drop the silence before the first sound, and what a codec adds at the ends. */
const toleranceMs = 60

test('a browser decodes every rewritten container at its whole length', async ({ page }) => {
  for (const [name, file] of files) {
    const { base64, durationMs } = rewritten(file)
    const decodedMs = await page.evaluate(async (encoded) => {
      const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
      const audio = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(bytes.buffer)
      return audio.duration * 1000
    }, base64)
    expect(Math.abs(decodedMs - durationMs), name).toBeLessThan(toleranceMs)
  }
})

test('what the browser itself records is accepted, and sounds', async ({ page }) => {
  const recorded = await page.evaluate(async () => {
    const context = new AudioContext()
    const tone = context.createOscillator()
    const output = context.createMediaStreamDestination()
    tone.connect(output)
    tone.start()
    await context.resume()
    const files: { type: string; base64: string }[] = []
    for (const type of ['audio/webm;codecs=opus', 'audio/mp4;codecs=opus', 'audio/mp4;codecs=mp4a.40.2']) {
      if (!MediaRecorder.isTypeSupported(type)) continue
      const recorder = new MediaRecorder(output.stream, { mimeType: type })
      const parts: Blob[] = []
      const isDone = new Promise((resolve) => recorder.addEventListener('stop', resolve))
      recorder.addEventListener('dataavailable', ({ data }) => {
        parts.push(data)
        if (parts.length === 6) recorder.stop()
      })
      recorder.start(100)
      await isDone
      const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
      files.push({ type, base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) })
    }
    return files
  })
  expect(recorded.map(({ type }) => type)).toContain('audio/webm;codecs=opus')
  for (const { type, base64 } of recorded) {
    const voice = rewritten(Buffer.from(base64, 'base64'))
    expect(voice.durationMs, type).toBeGreaterThan(300)
    const loudest = await page.evaluate(async (encoded) => {
      const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
      const audio = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(bytes.buffer)
      return audio.getChannelData(0).reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    }, voice.base64)
    expect(loudest, type).toBeGreaterThan(0.1)
  }
})
