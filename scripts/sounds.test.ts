import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { soundFiles } from '#features/notifications/ui/sound-choice.ts'

const bitsPerSecond = 64_000

it.each(Object.values(soundFiles))('%s is a short and small mp3', (path) => {
  const bytes = readFileSync(`public${path}`)
  expect(bytes.readUInt16BE(0) >> 5, 'the sync word of an mpeg frame').toBe(0b111_1111_1111)
  expect(bytes.byteLength).toBeLessThanOrEqual(20 * 1024)
  const seconds = (bytes.byteLength * 8) / bitsPerSecond
  expect(seconds).toBeGreaterThanOrEqual(0.4)
  expect(seconds).toBeLessThanOrEqual(1.25)
})

it('no two are the same', () => {
  expect(new Set(Object.values(soundFiles).map((path) => readFileSync(`public${path}`).toString('base64'))).size).toBe(3)
})
