import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { encryptedToken } from './encrypted-token.ts'

const env = { SESSION_SECRET: 'today-0123456789abcdefghijklmnopqrstuvwxyzABCDEF' }
const other = { SESSION_SECRET: 'other-0123456789abcdefghijklmnopqrstuvwxyzABCDEF' }
const now = Date.parse('2026-11-23T12:00:00Z')
const minute = 60_000

const notes = encryptedToken({ purpose: 'flash', schema: v.object({ text: v.string() }), lifetimeMs: minute })
const lasting = encryptedToken({ purpose: 'unsubscribe', schema: v.object({ text: v.string() }), lifetimeMs: null })

describe('an encrypted token', () => {
  test('opens to what was sealed until it expires', async () => {
    const token = await notes.seal(env, { text: 'hello' }, now)
    expect(token).not.toContain(btoa('hello').slice(0, 5))
    expect(await notes.open(env, token, now + minute - 1_000)).toEqual({ text: 'hello' })
    expect(await notes.open(env, token, now + minute + 1_000)).toBeNull()
  })

  test('without a lifetime it never expires', async () => {
    const token = await lasting.seal(env, { text: 'hello' }, now)
    expect(await lasting.open(env, token, now + 10 * 365 * 24 * 60 * minute)).toEqual({ text: 'hello' })
  })

  test('survives one rotation of the secret, not two', async () => {
    const token = await notes.seal(env, { text: 'hello' }, now)
    expect(await notes.open({ ...other, SESSION_SECRET_PREVIOUS: env.SESSION_SECRET }, token, now)).toEqual({ text: 'hello' })
    expect(await notes.open(other, token, now)).toBeNull()
  })

  test('opens for its purpose and its shape alone', async () => {
    const token = await lasting.seal(env, { text: 'hello' }, now)
    const elsewhere = encryptedToken({ purpose: 'cursor', schema: v.object({ text: v.string() }), lifetimeMs: null })
    const otherShape = encryptedToken({ purpose: 'unsubscribe', schema: v.object({ count: v.number() }), lifetimeMs: null })
    expect(await elsewhere.open(env, token, now)).toBeNull()
    expect(await otherShape.open(env, token, now)).toBeNull()
  })

  test('a kind with a lifetime takes none that never expires', async () => {
    const forever = encryptedToken({ purpose: 'flash', schema: v.object({ text: v.string() }), lifetimeMs: null })
    expect(await notes.open(env, await forever.seal(env, { text: 'hello' }, now), now)).toBeNull()
  })

  test('what is missing, cut or changed opens to nothing', async () => {
    const token = await notes.seal(env, { text: 'hello' }, now)
    for (const wrong of [undefined, '', 'x', token.slice(0, -1), `${token.slice(0, -4)}AAAA`])
      expect(await notes.open(env, wrong, now), String(wrong)).toBeNull()
  })

  test('nothing is sealed without a secret', async () => {
    await expect(notes.seal({ SESSION_SECRET: '' }, { text: 'hello' }, now)).rejects.toThrow('set SESSION_SECRET')
  })
})
