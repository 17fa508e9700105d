import * as v from 'valibot'
import { expect, test } from 'vitest'
import { compressedToken } from './compressed-token.ts'
import { encryptedToken } from './encrypted-token.ts'

const env = { SESSION_SECRET: 'today-0123456789abcdefghijklmnopqrstuvwxyzABCDEF' }
const other = { SESSION_SECRET: 'other-0123456789abcdefghijklmnopqrstuvwxyzABCDEF' }
const now = Date.parse('2026-11-23T12:00:00Z')
const schema = v.object({ text: v.string() })
const notes = compressedToken({ purpose: 'flash', schema, lifetimeMs: 60_000 })

test('a compressed token opens to what was sealed until it expires, and is shorter than one that is not compressed', async () => {
  const text = 'Я не можу увійти з вівторка. '.repeat(20)
  const token = await notes.seal(env, { text }, now)
  expect(await notes.open(env, token, now + 59_999)).toEqual({ text })
  expect(await notes.open(env, token, now + 60_000)).toBeNull()
  const plain = encryptedToken({ purpose: 'flash', schema, lifetimeMs: 60_000 })
  expect(token.length).toBeLessThan((await plain.seal(env, { text }, now)).length / 2)
})

test('it survives one rotation of the secret, not two, and opens for its purpose and its shape alone', async () => {
  const token = await notes.seal(env, { text: 'hello' }, now)
  expect(await notes.open({ ...other, SESSION_SECRET_PREVIOUS: env.SESSION_SECRET }, token, now)).toEqual({ text: 'hello' })
  const elsewhere = compressedToken({ purpose: 'cursor', schema, lifetimeMs: 60_000 })
  const otherShape = compressedToken({ purpose: 'flash', schema: v.object({ count: v.number() }), lifetimeMs: 60_000 })
  expect([
    await notes.open(other, token, now),
    await elsewhere.open(env, token, now),
    await otherShape.open(env, token, now),
  ]).toEqual([null, null, null])
})

test('what is missing, cut or changed opens to nothing', async () => {
  const token = await notes.seal(env, { text: 'hello' }, now)
  for (const wrong of [undefined, '', 'x', token.slice(0, -1), `${token.slice(0, -4)}AAAA`])
    expect(await notes.open(env, wrong, now), String(wrong)).toBeNull()
})
