import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { countVitest } from './counts.ts'
import { measure, type MeasureOptions, type Runner } from './measure.ts'

/** Node acts as a runner: the script finds the file for its report in `process.env.REPORT`. */
const node: Runner = {
  command: process.execPath,
  reportTo: (file) => ({ args: [], env: { REPORT: file } }),
  count: countVitest,
}
const run = (script: string, options?: MeasureOptions) => measure(node, ['-e', script], options)

const reportOf = (...statuses: string[]) =>
  JSON.stringify({
    testResults: [
      { name: '/a.test.ts', status: 'passed', assertionResults: statuses.map((status) => ({ status, fullName: status })) },
    ],
  })
const oneFailure = { failed: 1, failures: [expect.any(String)], retried: [] }
const write = (text: string) => `require('node:fs').writeFileSync(process.env.REPORT, ${JSON.stringify(text)});`

const error = vi.spyOn(console, 'error')
beforeEach(() => void error.mockReset().mockImplementation(() => {}))
afterAll(() => error.mockRestore())

test('what the report says is counted, not what is printed', async () => {
  const script = `${write(reportOf('passed', 'failed', 'passed'))} console.log('Tests  9 passed (9)'); process.exitCode = 1`
  expect(await run(script)).toEqual({
    passed: 2,
    failed: 1,
    failures: [expect.stringContaining('a.test.ts: failed')],
    retried: [],
  })
})

test('a runner that fails without a failed test counts as one failure beside what passed', async () => {
  expect(await run(`${write(reportOf('passed'))} process.exit(1)`)).toEqual({ passed: 1, ...oneFailure })
})

test('a failure outside of the tests shows the last lines of the runner, at the end of everything', async () => {
  const lines = `for (let line = 1; line <= 500; line++) console.log('line', line); console.error('Unhandled rejection')`
  const { failures } = await run(`${write(reportOf('passed'))} ${lines}; process.exitCode = 1`)
  expect(failures[0]).toContain('line 500')
  expect(failures[0]).toContain('Unhandled rejection')
  expect(failures[0]).not.toContain('line 400')
})

test('a crash without a report counts as one failure, and so does a command that does not exist', async () => {
  expect(await run('process.exit(3)')).toEqual({ passed: 0, ...oneFailure })
  expect(await measure({ ...node, command: 'kismet-no-such-command' }, [])).toEqual({ passed: 0, ...oneFailure })
})

test('a runner that ends well without a report, or with half of one, counts as one failure', async () => {
  expect(await run('')).toEqual({ passed: 0, ...oneFailure })
  expect(await run(write(reportOf('passed').slice(0, -5)))).toEqual({ passed: 0, ...oneFailure })
  expect(error).toHaveBeenCalledWith(expect.stringContaining('no report'), expect.anything())
})

test('a runner that hangs is ended and counts as one failure', async () => {
  expect(await run('setInterval(() => {}, 1000)', { silenceMs: 200 })).toEqual({ passed: 0, ...oneFailure })
  expect(error).toHaveBeenCalledWith(expect.stringContaining('printed nothing'))
})
