import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { countPlaywright, countVitest } from './counts.ts'

const file = (status: string, ...tests: string[]) => ({
  name: resolve('test/hearts.test.ts'),
  status,
  assertionResults: tests.map((each, index) => ({ status: each, fullName: `a heart beats ${index}` })),
})

test('vitest’s tests are counted over all files, failed ones by name; skipped ones are neither passed nor failed', () => {
  const testResults = [file('passed', 'passed', 'passed', 'skipped'), file('failed', 'failed', 'passed', 'failed')]
  expect(countVitest({ testResults })).toEqual({
    passed: 3,
    failed: 2,
    failures: ['test/hearts.test.ts: a heart beats 0', 'test/hearts.test.ts: a heart beats 2'],
    retried: [],
  })
})

test('a test file that could not run counts as a failure, also beside one with failed tests', () => {
  expect(countVitest({ testResults: [file('failed'), file('passed', 'passed')] })).toEqual({
    passed: 1,
    failed: 1,
    failures: ['test/hearts.test.ts did not run to its end'],
    retried: [],
  })
  expect(countVitest({ testResults: [file('failed', 'skipped'), file('failed', 'failed')] })).toEqual({
    passed: 0,
    failed: 2,
    failures: ['test/hearts.test.ts did not run to its end', 'test/hearts.test.ts: a heart beats 0'],
    retried: [],
  })
})

type Outcome = { status: string; expectedStatus?: string; results?: unknown[] }

const spec = (...tests: Outcome[]) => ({
  title: 'a page opens',
  file: 'pages.spec.ts',
  tests: tests.map((each) => ({ expectedStatus: 'passed', results: [{}], ...each })),
})

test('Playwright’s tests are counted in every nested suite; a flaky test passed, and is named', () => {
  const inner = { specs: [spec({ status: 'expected' }), spec({ status: 'flaky' })] }
  const outer = { specs: [spec({ status: 'unexpected' }, { status: 'expected' })], suites: [{ specs: [], suites: [inner] }] }
  expect(countPlaywright({ suites: [outer], errors: [] })).toEqual({
    passed: 3,
    failed: 1,
    failures: ['pages.spec.ts: a page opens'],
    retried: ['pages.spec.ts: a page opens'],
  })
})

test('a test that Playwright did not run failed, one that is skipped on purpose did not', () => {
  const notRun = [{ status: 'skipped' }, { status: 'skipped', results: [] }]
  const onPurpose = { status: 'skipped', expectedStatus: 'skipped' }
  expect(countPlaywright({ suites: [{ specs: [spec(...notRun, onPurpose)] }], errors: [] })).toEqual({
    passed: 0,
    failed: 2,
    failures: ['pages.spec.ts: a page opens', 'pages.spec.ts: a page opens'],
    retried: [],
  })
})

test('each error outside of Playwright’s tests counts as a failure', () => {
  expect(countPlaywright({ suites: [], errors: [{ message: 'no such module' }] })).toEqual({
    passed: 0,
    failed: 1,
    failures: ['Playwright, outside of its tests'],
    retried: [],
  })
})

test('a report of another form is refused, never read as nothing failed', () => {
  for (const report of [null, {}, { testResults: [{}] }, { suites: [{}], errors: [] }]) {
    expect(() => countVitest(report)).toThrow()
    expect(() => countPlaywright(report)).toThrow()
  }
})
