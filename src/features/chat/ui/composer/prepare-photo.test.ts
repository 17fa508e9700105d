import { afterEach, describe, expect, test, vi } from 'vitest'
import { photoLimits } from '#features/photos/contract.ts'
import { preparePhoto } from './prepare-photo.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser that decodes every file as a picture of these sides, and encodes it as so many bytes. */
function browser({ width, height, encoded }: { width: number; height: number; encoded: number }) {
  const drawn: number[][] = []
  vi.stubGlobal('createImageBitmap', async () => ({ width, height, close: () => {} }))
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      constructor(...sides: number[]) {
        drawn.push(sides)
      }
      getContext = () => ({ drawImage: () => {} })
      convertToBlob = async () => new Blob([new Uint8Array(encoded)])
    },
  )
  return drawn
}

const photo = (size: number, type = 'image/jpeg') => {
  const file = new File(['x'], 'photo.jpg', { type })
  Object.defineProperty(file, 'size', { value: size })
  return file
}

describe('a chosen photo', () => {
  test('of 50 megapixels and more than 12 MB is made smaller, and sent', async () => {
    const drawn = browser({ width: 8165, height: 6124, encoded: 900_000 })
    const prepared = await preparePhoto(photo(photoLimits.bytes + 5_000_000))
    expect(drawn).toEqual([[2048, 1536]])
    expect(prepared).toMatchObject({ photo: { width: 2048, height: 1536, blob: { size: 900_000 } } })
  })

  test('is too large only when that is what would be sent', async () => {
    browser({ width: 8165, height: 6124, encoded: photoLimits.bytes + 1 })
    expect(await preparePhoto(photo(5_000_000))).toEqual({ refusal: 'tooLarge' })
  })

  test('that cannot be decoded says what may help', async () => {
    vi.stubGlobal('createImageBitmap', async () => Promise.reject(new DOMException('no', 'InvalidStateError')))
    expect(await preparePhoto(photo(1000))).toEqual({ refusal: 'unreadable' })
    expect(await preparePhoto(photo(photoLimits.bytes + 1))).toEqual({ refusal: 'tooLarge' })
    expect(await preparePhoto(photo(1000, 'image/heic'))).toEqual({ refusal: 'wrongType' })
  })
})
