import { expect, test, vi } from 'vitest'
import { sealName } from '#server/crypto/sealed-name.ts'
import { drawingAddresses, keepNames, openDrawing } from './address.ts'

const env = { SESSION_SECRET: 'a'.repeat(43), SESSION_SECRET_PREVIOUS: '' }

test('a drawing is named once for each key and context', () => {
  const seal = vi.fn(sealName)
  const nameOf = keepNames(seal)
  const [key, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
  const name = nameOf(key, 'members', 'notionists:f-1')
  expect(nameOf(key, 'members', 'notionists:f-1')).toBe(name)
  expect(seal).toHaveBeenCalledOnce()
  nameOf(key, 'public', 'notionists:f-1')
  nameOf(key, 'members', 'notionists:f-2')
  nameOf(other, 'members', 'notionists:f-1')
  expect(seal).toHaveBeenCalledTimes(4)
})

test('the name of a drawing opens, and has nothing in common with that of another context', async () => {
  const addressOf = await drawingAddresses(env)
  const address = addressOf('notionists:f-1')
  expect((await drawingAddresses(env))('notionists:f-1')).toBe(address)
  expect(new Set([address, addressOf('notionists:f-1', 'public'), addressOf('notionists:f-2')]).size).toBe(3)
  expect(await openDrawing(env, /\/([\w-]+)\.svg$/.exec(address ?? '')?.[1] ?? '')).toEqual({ style: 'notionists', seed: 'f-1' })
})
