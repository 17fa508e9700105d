import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { measure } from './measure.ts'
import { playwright, vitest } from './runners.ts'

// Inside the project, so that the files find the runners' packages.
const parent = resolve('.wrangler/runners')
const env = { PATH: [resolve('node_modules/.bin'), process.env['PATH']].join(delimiter) }
const tests = `test('passes', () => {})
test('passes, too', () => {})
test('fails', () => { throw new Error('on purpose') })
test.skip('is skipped', () => {})`
let folder = ''

beforeAll(async () => {
  await mkdir(parent, { recursive: true })
  folder = await mkdtemp(join(parent, 'run-'))
  await writeFile(join(folder, 'of-vitest.test.mjs'), `import { test } from 'vitest'\n${tests}`)
  await writeFile(join(folder, 'broken.test.mjs'), `import './nowhere.mjs'`)
  await writeFile(join(folder, 'of-playwright.pw.mjs'), `import { test } from '@playwright/test'\n${tests}`)
  await writeFile(
    join(folder, 'playwright.config.mjs'),
    `export default { testDir: '.', testMatch: '*.pw.mjs', outputDir: './results' }`,
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))
// Intended failures are kept out of the real tests' output.
beforeEach(() => {
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockReturnValue(true)
})
afterEach(() => void vi.restoreAllMocks())

// Each starts a separate runner, beside all the tests of this one.
const timeout = 180_000

test('vitest writes a report that is counted, with a file that could not run', { timeout }, async () => {
  expect(await measure(vitest, ['run', '--root', folder], { env })).toEqual({
    passed: 2,
    failed: 2,
    failures: expect.arrayContaining([
      expect.stringMatching(/of-vitest\.test\.mjs: fails$/),
      expect.stringMatching(/broken\.test\.mjs did not/),
    ]),
    retried: [],
  })
})

test('Playwright writes a report that is counted', { timeout }, async () => {
  const args = ['test', '--config', join(folder, 'playwright.config.mjs')]
  expect(await measure(playwright, args, { env })).toEqual({
    passed: 2,
    failed: 1,
    failures: ['of-playwright.pw.mjs: fails'],
    retried: [],
  })
})
