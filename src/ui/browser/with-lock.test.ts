import { afterEach, expect, test, vi } from 'vitest'
import { withLock } from './with-lock.ts'

afterEach(() => void vi.unstubAllGlobals())

const refuse = () => Promise.reject(new DOMException('sandboxed', 'SecurityError'))

test.each([
  ['there are no locks', {}],
  ['locks are null', { locks: null }],
  ['a lock is refused', { locks: { request: refuse } }],
])('the work is done once where %s', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator)
  const work = vi.fn(async () => {})
  await withLock('sound', work)
  expect(work).toHaveBeenCalledOnce()
})

test('work that fails under its lock is not done again', async () => {
  vi.stubGlobal('navigator', { locks: { request: (_: string, begin: () => Promise<void>) => begin() } })
  const work = vi.fn(() => Promise.reject(new Error('no line')))
  await expect(withLock('outbox', work)).rejects.toThrow('no line')
  expect(work).toHaveBeenCalledOnce()
})
