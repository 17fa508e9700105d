import { expect, it, vi } from 'vitest'
import { createTokenSource } from './token-source.ts'

it('keeps one fetch in flight and the token while it is good', async () => {
  const fetchToken = vi.fn(async () => 'one')
  const source = createTokenSource({ fetchToken, now: () => 0 })
  expect(await Promise.all([source.get(), source.get()])).toEqual(['one', 'one'])
  expect(await source.get()).toBe('one')
  expect(fetchToken).toHaveBeenCalledOnce()
})

it('fetches a new one in the last minute, and after the old one was refused', async () => {
  let now = 0
  let count = 0
  const source = createTokenSource({ fetchToken: async () => `t${++count}`, now: () => now })
  await source.get()
  now = 9 * 60_000 - 1
  expect(await source.get()).toBe('t1')
  now = 9 * 60_000
  expect(await source.get()).toBe('t2')
  source.drop('t2')
  expect(await source.get()).toBe('t3')
  source.drop('t2')
  expect(await source.get(), 'a refusal that comes late does not cost the new one').toBe('t3')
})

it('begins with the token of the document, for as long as it can be good', async () => {
  let now = performance.timeOrigin + 9 * 60_000 - 1
  const fetchToken = vi.fn(async () => 'fetched')
  const source = createTokenSource({ firstToken: 'with the document', fetchToken, now: () => now })
  expect(await source.get()).toBe('with the document')
  now += 1
  expect(await source.get()).toBe('fetched')
  const refused = createTokenSource({ firstToken: 'of someone else', fetchToken, now: () => performance.timeOrigin })
  refused.drop('of someone else')
  expect(await refused.get()).toBe('fetched')
})

it('tries again after a failed fetch', async () => {
  const fetchToken = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('later')
  const source = createTokenSource({ fetchToken })
  await expect(source.get()).rejects.toThrow('offline')
  await expect(source.get()).resolves.toBe('later')
})
