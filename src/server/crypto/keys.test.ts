import { expect, test, vi } from 'vitest'
import { deriveKey, deriveKeys } from './keys.ts'

test('a key is derived once for each purpose and secret', async () => {
  const derive = vi.spyOn(crypto.subtle, 'deriveBits')
  const photo = await deriveKey('one secret', 'photo')
  expect(await deriveKey('one secret', 'photo')).toBe(photo)
  const [current, previous] = await deriveKeys(
    { SESSION_SECRET: 'another secret', SESSION_SECRET_PREVIOUS: 'one secret' },
    'photo',
  )
  expect(previous).toBe(photo)
  const keys = [photo, current, await deriveKey('one secret', 'portrait')].map((key) => key?.join())
  expect(new Set(keys).size).toBe(3)
  expect(derive).toHaveBeenCalledTimes(3)
})
