import { findChromium } from './test/chromium.ts'
import { sum, type Counts } from './test/counts.ts'
import { measure } from './test/measure.ts'
import { playwright, vitest } from './test/runners.ts'
import { ensureBuild } from './server/build.ts'
import { run } from './server/run.ts'

/** `npm test`: check, then unit, worker, simulation, secrecy, chaos and browser tests. Its last line is `N passed, N failed`. */
let total: Counts = { passed: 0, failed: 0, retried: [] }

async function test(): Promise<void> {
  await stage('check', () => run('npm', ['run', '--silent', 'check']))
  await stage('build', () => ensureBuild())
  const chromium = await findChromium()
  add(await measure(vitest, ['run', '--config', 'test/vitest.config.ts']))
  add(await measure(vitest, ['run', '--config', 'test/secrecy/vitest.config.ts']))
  add(await measure(vitest, ['run', '--config', 'test/chaos/vitest.config.ts']))
  const env = { CHROMIUM_PATH: chromium }
  add(await measure(playwright, ['test', '--config', 'test/e2e/playwright.config.ts'], { env }))
}

function add(counts: Counts): void {
  total = sum([total, counts])
}

/** A stage counts as one test: passed, or failed with its reason shown. */
async function stage(name: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
    total.passed += 1
  } catch (error) {
    total.failed += 1
    console.error(`${name} failed:`, error instanceof Error ? error.message : error)
  }
}

await test().catch((error: unknown) => {
  total.failed += 1
  console.error(error instanceof Error ? error.message : error)
})
for (const name of total.retried) console.log(`Passed only when it was run again: ${name}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)
