import { resolve } from 'node:path'
import { findChromium } from './test/chromium.ts'
import { failure, noCounts, sum, type Counts } from './test/counts.ts'
import { measure } from './test/measure.ts'
import { playwright, vitest } from './test/runners.ts'
import { ensureBuild } from './server/build.ts'
import { run } from './server/run.ts'

/**
 * `npm test`: check, then unit, build, worker, simulation, secrecy, chaos and browser tests. It ends with the names of the
 * failures, and its last line is `N passed, N failed`.
 */
let total = noCounts
// Dozens of processes load the same packages: what one has compiled the next ones read.
process.env['NODE_COMPILE_CACHE'] ??= resolve('.wrangler/compiled')

/** A few may hit a slow moment of the machine; more of them mean that something is wrong. */
const mostRetried = 3

async function test(): Promise<void> {
  await Promise.all([stage('check', () => run('npm', ['run', '--silent', 'check'])), stage('build', () => ensureBuild())])
  const chromium = await findChromium()
  add(await measure(vitest, ['run', '--config', 'test/vitest.config.ts']))
  // Of a chaos run most is waiting for time to pass.
  const pair = await Promise.all([
    measure(vitest, ['run', '--config', 'test/secrecy/vitest.config.ts']),
    measure(vitest, ['run', '--config', 'test/chaos/vitest.config.ts']),
  ])
  for (const counts of pair) add(counts)
  const env = { CHROMIUM_PATH: chromium }
  const browser = await measure(playwright, ['test', '--config', 'test/e2e/playwright.config.ts'], { env })
  add(browser)
  if (browser.retried.length > mostRetried)
    add(failure(`more than ${mostRetried} browser tests passed only when they were run again`))
}

function add(counts: Counts): void {
  total = sum([total, counts])
}

/** A stage counts as one test: passed, or failed with its reason shown. */
async function stage(name: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
    add({ ...noCounts, passed: 1 })
  } catch (error) {
    add(failure(name))
    console.error(`${name} failed:`, error instanceof Error ? error.message : error)
  }
}

await test().catch((error: unknown) => {
  add(failure('the tests as a whole'))
  console.error(error instanceof Error ? error.message : error)
})
for (const name of total.failures) console.log(`Failed: ${name}`)
for (const name of total.retried) console.log(`Passed only when it was run again: ${name}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)
