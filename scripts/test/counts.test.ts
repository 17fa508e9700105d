import { expect, test } from 'vitest'
import { countPlaywright, countVitest } from './counts.ts'

test('vitest’s closing lines are counted, with or without failures', () => {
  expect(countVitest(' Test Files  4 passed (4)\n      Tests  27 passed (27)\n')).toEqual({ passed: 27, failed: 0 })
  expect(countVitest(' Test Files  1 failed | 3 passed (4)\n      Tests  2 failed | 25 passed (27)\n')).toEqual({
    passed: 25,
    failed: 2,
  })
})

test('a test file that could not run counts as a failure', () => {
  expect(countVitest(' Test Files  1 failed | 3 passed (4)\n      Tests  25 passed (25)\n')).toEqual({ passed: 25, failed: 1 })
})

test('Playwright’s closing lines are counted', () => {
  expect(countPlaywright('  1 failed\n    a.spec.ts\n  2 did not run\n  9 passed (12.3s)\n')).toEqual({ passed: 9, failed: 3 })
})
