import { afterEach, describe, expect, test, vi } from 'vitest'
import { photoLimits } from '#features/photos/contract.ts'
import { preparePhoto } from './prepare-photo.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser that decodes every file as a picture with these dimensions, and encodes it in this many bytes. */
function browser({ width, height, encoded }: { width: number; height: number; encoded: number }) {
  const drawn: number[][] = []
  const strokes: string[] = []
  const context = {
    fillStyle: '',
    fillRect: (...sides: number[]): void => void strokes.push(`${context.fillStyle} ${sides.join(' ')}`),
    drawImage: (): void => void strokes.push('picture'),
  }
  vi.stubGlobal('createImageBitmap', async () => ({ width, height, close: () => {} }))
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      constructor(...sides: number[]) {
        drawn.push(sides)
      }
      getContext = () => context
      convertToBlob = async () => new Blob([new Uint8Array(encoded)])
    },
  )
  return { drawn, strokes }
}

class WithoutContext {
  getContext(): null {
    return null
  }
}
class WithoutEncoder {
  getContext() {
    return { fillRect: () => {}, drawImage: () => {} }
  }
  convertToBlob() {
    return Promise.reject(new DOMException('no', 'EncodingError'))
  }
}

const photo = (size: number, type = 'image/jpeg') => {
  const file = new File(['x'], 'photo.jpg', { type })
  Object.defineProperty(file, 'size', { value: size })
  return file
}

describe('a chosen photo', () => {
  test('of 50 megapixels and more than 12 MB is made smaller, and sent', async () => {
    const { drawn } = browser({ width: 8165, height: 6124, encoded: 900_000 })
    const prepared = await preparePhoto(photo(photoLimits.bytes + 5_000_000))
    expect(drawn).toEqual([[2048, 1536]])
    expect(prepared).toMatchObject({ photo: { width: 2048, height: 1536, blob: { size: 900_000 } } })
  })

  test('is too large only when that is what would be sent', async () => {
    browser({ width: 8165, height: 6124, encoded: photoLimits.bytes + 1 })
    expect(await preparePhoto(photo(5_000_000))).toEqual({ refusal: 'tooLarge' })
  })

  test('that lets its ground show through is drawn on white: JPEG would make it black', async () => {
    const { strokes } = browser({ width: 3000, height: 3000, encoded: 900_000 })
    await preparePhoto(photo(2_000_000, 'image/png'))
    expect(strokes).toEqual(['#fff 0 0 2048 2048', 'picture'])
  })

  test.each([
    ['has no canvas beside the page', undefined],
    ['draws on none', WithoutContext],
    ['encodes none', WithoutEncoder],
  ])('is sent as it is by a browser that %s, within the limit', async (_, canvas) => {
    browser({ width: 4000, height: 3000, encoded: 1 })
    vi.stubGlobal('OffscreenCanvas', canvas)
    const chosen = photo(5_000_000)
    expect(await preparePhoto(chosen)).toMatchObject({ photo: { blob: chosen, width: 2048, height: 1536 } })
    expect(await preparePhoto(photo(photoLimits.bytes + 1))).toEqual({ refusal: 'tooLarge' })
  })

  test('that cannot be decoded says what may help', async () => {
    vi.stubGlobal('createImageBitmap', async () => Promise.reject(new DOMException('no', 'InvalidStateError')))
    expect(await preparePhoto(photo(1000))).toEqual({ refusal: 'unreadable' })
    expect(await preparePhoto(photo(photoLimits.bytes + 1))).toEqual({ refusal: 'tooLarge' })
    expect(await preparePhoto(photo(1000, 'image/heic'))).toEqual({ refusal: 'wrongType' })
  })
})
