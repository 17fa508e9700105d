import { expect, test, vi } from 'vitest'
import { count } from './count.ts'

test('a count is a data point with its name as index, its labels as blobs, its numbers as doubles', () => {
  const points: unknown[] = []
  count({ COUNTERS: { writeDataPoint: (point: unknown) => void points.push(point) } }, 'request', ['likes', 'GET'], [12, 3])
  expect(points).toEqual([{ indexes: ['request'], blobs: ['likes', 'GET'], doubles: [12, 3] }])
})

test('without a dataset nothing happens', () => {
  expect(() => count({}, 'request', ['likes'], [12])).not.toThrow()
})

test('a dataset that refuses is a line in the log, and no failure of its caller', () => {
  const lines = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const writeDataPoint = () => {
    throw new Error('too many points')
  }
  expect(() => count({ COUNTERS: { writeDataPoint } }, 'request')).not.toThrow()
  expect(lines.mock.calls).toEqual([['{"level":"warn","what":"count","reason":"too many points"}']])
  lines.mockRestore()
})
