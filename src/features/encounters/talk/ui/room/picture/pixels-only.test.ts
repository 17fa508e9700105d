import { expect, test } from 'vitest'
import { pixelsOnly } from './pixels-only.ts'

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const chunk = (type: string, data: readonly number[]) => [
  0,
  0,
  0,
  data.length,
  ...new TextEncoder().encode(type),
  ...data,
  1,
  2,
  3,
  4,
]
const png = (...chunks: readonly (readonly number[])[]) => new Uint8Array([...signature, ...chunks.flat()])

test('a picture keeps its pixels; texts, times, profiles and what stands behind its end go', () => {
  const [header, pixels, end] = [chunk('IHDR', [1, 2, 3]), chunk('IDAT', [4, 5, 6, 7]), chunk('IEND', [])]
  const noisy = png(header, chunk('tEXt', [65, 0, 66]), chunk('tIME', [7]), pixels, chunk('iCCP', [9, 9]), pixels, end, [83, 69])
  expect(pixelsOnly(noisy)).toEqual(png(header, pixels, pixels, end))
})

test('a file that ends within a chunk makes nothing up', () => {
  expect(pixelsOnly(new Uint8Array([...signature, 0, 0]))).toEqual(new Uint8Array(signature))
})
