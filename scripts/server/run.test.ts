import { expect, test } from 'vitest'
import { runQuietly } from './run.ts'

const script = (text: string) => ['-e', text]

test('a quiet command returns what it printed', async () => {
  expect(await runQuietly(process.execPath, script("console.log('a'); console.error('b')"))).toBe('a\n')
})

test('a quiet command that fails says why, with its last lines alone', async () => {
  const noisy =
    "for (let n = 0; n < 1600; n++) console.log('row ' + n); process.stdout.write('', () => { console.error('no such table'); process.exitCode = 3 })"
  const failure = await runQuietly(process.execPath, script(noisy)).catch((error: unknown) => String(error))
  expect(failure).toContain('ended with 3:\n')
  expect(failure).toMatch(/row 1599\nno such table$/)
  expect(failure.split('\n').length).toBeLessThan(40)
})
