import { expect, test, vi } from 'vitest'
import * as sealed from '#server/crypto/sealed-name.ts'
import { drawingAddresses, openDrawing } from './address.ts'

vi.mock(import('#server/crypto/sealed-name.ts'), async (original) => {
  const module = await original()
  return { ...module, sealName: vi.fn<typeof module.sealName>(module.sealName) }
})

const env = { SESSION_SECRET: 'a'.repeat(43), SESSION_SECRET_PREVIOUS: '' }

test('a drawing is named once for each context, and the name opens', async () => {
  const addressOf = await drawingAddresses(env)
  const address = addressOf('notionists:f-1')
  expect((await drawingAddresses(env))('notionists:f-1')).toBe(address)
  expect(sealed.sealName).toHaveBeenCalledOnce()
  const others = [addressOf('notionists:f-1', 'public'), addressOf('notionists:f-2')]
  expect(new Set([address, ...others]).size).toBe(3)
  expect(await openDrawing(env, /\/([\w-]+)\.svg$/.exec(address ?? '')?.[1] ?? '')).toBe('f-1')
})
