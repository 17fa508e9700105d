import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { GroupCommit } from './group-commit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a group commit', () => {
  test('writes once for all calls of a while, and each of them waits for it', async () => {
    const commit = vi.fn()
    const group = new GroupCommit(commit, 10)
    const answered = vi.fn()
    void group.written().then(answered)
    await vi.advanceTimersByTimeAsync(9)
    const second = group.written()
    expect([commit.mock.calls.length, answered.mock.calls.length]).toEqual([0, 0])
    await vi.advanceTimersByTimeAsync(1)
    await second
    expect([commit.mock.calls.length, answered.mock.calls.length]).toEqual([1, 1])
  })

  test('begins another one for a call that comes after it', async () => {
    const commit = vi.fn()
    const group = new GroupCommit(commit, 10)
    for (const count of [1, 2]) {
      const written = group.written()
      await vi.advanceTimersByTimeAsync(10)
      await written
      expect(commit).toHaveBeenCalledTimes(count)
    }
  })

  test('that fails fails for all calls that wait for it, and for no later one', async () => {
    const commit = vi.fn().mockImplementationOnce(() => {
      throw new Error('the disk is full')
    })
    const group = new GroupCommit(commit, 10)
    const failing = Promise.allSettled([group.written(), group.written()])
    await vi.advanceTimersByTimeAsync(10)
    expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const next = group.written()
    await vi.advanceTimersByTimeAsync(10)
    await expect(next).resolves.toBeUndefined()
  })
})
