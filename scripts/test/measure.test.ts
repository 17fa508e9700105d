import { expect, test, vi } from 'vitest'
import { countVitest } from './counts.ts'
import { measure, type MeasureOptions } from './measure.ts'

const runner = (script: string, options?: MeasureOptions) => measure(process.execPath, ['-e', script], countVitest, options)

test('what a runner printed is counted', async () => {
  expect(await runner("console.log('Tests  2 failed | 5 passed (7)'); process.exitCode = 1")).toEqual({ passed: 5, failed: 2 })
})

test('a crash without results counts as one failure, and so does a command that does not exist', async () => {
  expect(await runner('process.exit(3)')).toEqual({ passed: 0, failed: 1 })
  expect(await measure('kismet-no-such-command', [], countVitest)).toEqual({ passed: 0, failed: 1 })
})

test('a runner that stands still is ended and counts as one failure', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(await runner('setInterval(() => {}, 1000)', { silenceMs: 200 })).toEqual({ passed: 0, failed: 1 })
  expect(error).toHaveBeenCalledWith(expect.stringContaining('printed nothing'))
})
