import { afterEach, expect, test, vi } from 'vitest'
import { startAll } from './start-all.ts'

afterEach(() => void vi.unstubAllGlobals())

test('a step that throws is reported, and the steps after it are taken', () => {
  const report = vi.fn()
  vi.stubGlobal('reportError', report)
  const error = new Error('no such interface')
  const taken: number[] = []
  startAll(
    () => void taken.push(1),
    () => {
      throw error
    },
    () => void taken.push(3),
  )
  expect(taken).toEqual([1, 3])
  expect(report).toHaveBeenCalledExactlyOnceWith(error)
})
