export type Counts = { passed: number; failed: number }

const colours = /\u001b\[[\d;]*m/g

/** From vitest's closing line `Tests  3 failed | 120 passed (123)`; a test file that could not run counts as a failure. */
export function countVitest(output: string): Counts {
  const text = output.replace(colours, '')
  const tests = lastMatch(text, /^\s*Tests\s+(.*)$/gm)
  const files = lastMatch(text, /^\s*Test Files\s+(.*)$/gm)
  const failedTests = numberBefore(tests, 'failed')
  return { passed: numberBefore(tests, 'passed'), failed: failedTests || numberBefore(files, 'failed') }
}

/** From Playwright's closing lines `2 failed`, `31 passed (40s)`; a flaky test passed, one that did not run failed. */
export function countPlaywright(output: string): Counts {
  const text = output.replace(colours, '')
  const number = (word: string) => Number(lastMatch(text, new RegExp(`^\\s*(\\d+) ${word}\\b`, 'gm')) || 0)
  return { passed: number('passed') + number('flaky'), failed: number('failed') + number('did not run') }
}

function lastMatch(text: string, pattern: RegExp): string {
  return [...text.matchAll(pattern)].at(-1)?.[1] ?? ''
}

function numberBefore(text: string, word: string): number {
  return Number(new RegExp(`(\\d+) ${word}`).exec(text)?.[1] ?? 0)
}
