import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-pool-workers'
import { defineConfig } from 'vitest/config'
import { buildFacts } from '../scripts/build/build-facts.ts'
import { workerMessages } from '../scripts/build/worker-messages.ts'
import { workerBinaries } from '../scripts/build/worker-binaries.ts'
import { localFlood } from '../scripts/server/limits.ts'
import { storeInMemory } from './support/memory-stores.ts'
import { eagerImports } from './support/vite/eager-imports.ts'
import { lazyImports } from './support/vite/lazy-imports.ts'
import { LongestFirst } from './support/vite/longest-first.ts'
import { writeWorkerGroups } from './support/vite/worker-groups.ts'
import { testVapid } from './support/push/keys.ts'
import { providerVars } from './support/provider/provider.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const diskDir = tmpdir()
storeInMemory()

/** What is named on the command line runs file by file; everything runs in groups. */
const workerFiles = process.argv.some((word) => word.includes('test/worker'))
  ? ['test/worker/**/*.test.{ts,tsx}']
  : writeWorkerGroups(root)

const plugins = [buildFacts(), workerMessages(), workerBinaries()]

/**
 * `unit`: pure rules, beside their sources, in Node. `build`: scripts, and what the build makes, some with servers of their own.
 * `worker`: routes and objects in the Workers runtime, bindings real.
 */
export default defineConfig({
  root,
  test: {
    // Vitest leaves one core free, which would be half of a small machine.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Worker tests run with a line for each request, as deployments do.
    onConsoleLog: (text) => !text.startsWith('{"level":"info","what":"request"'),
    projects: [
      {
        root,
        plugins,
        test: {
          name: 'unit',
          environment: 'node',
          // Rules keep nothing between files, so that these need no process each.
          isolate: false,
          setupFiles: [`${root}test/support/property-seed.ts`],
          // Property tests run many cases, possibly on busy machines.
          testTimeout: 120_000,
          include: ['src/**/*.test.{ts,tsx}', 'test/*.test.ts'],
        },
      },
      {
        root,
        plugins,
        test: {
          name: 'build',
          environment: 'node',
          // They start servers as developers do.
          env: { TMPDIR: diskDir },
          globalSetup: [`${root}test/support/current-build.ts`],
          testTimeout: 120_000,
          include: ['scripts/**/*.test.{ts,tsx}', 'test/build/*.test.ts'],
        },
      },
      {
        root,
        plugins: [...plugins, eagerImports()],
        test: {
          name: 'simulation',
          environment: 'node',
          include: ['test/simulation/*.test.ts'],
          // Most of what it allocates is gone at once.
          pool: 'forks',
          execArgv: ['--max-semi-space-size=64'],
        },
      },
      {
        root,
        // As deployed. React's build for development takes twice as long for a page.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        plugins: [
          ...plugins,
          lazyImports(),
          cloudflareTest(async ({ inject }) => ({
            wrangler: { configPath: `${root}wrangler.toml` },
            miniflare: {
              // All tests share one address, so these limits are high; the small ones are for a test to reach.
              ratelimits: {
                FLOOD_LIMIT: { namespace_id: '1001', simple: { limit: localFlood, period: 10 } },
                SMALL_FLOOD_LIMIT: { namespace_id: '9001', simple: { limit: 5, period: 10 } },
                NEARBY_LIMIT: { namespace_id: '1002', simple: { limit: localFlood, period: 60 } },
                TOWNS_LIMIT: { namespace_id: '1004', simple: { limit: localFlood, period: 60 } },
                ERROR_LIMIT: { namespace_id: '1003', simple: { limit: localFlood, period: 60 } },
                SMALL_ERROR_LIMIT: { namespace_id: '9003', simple: { limit: 3, period: 60 } },
                SMALL_TOWNS_LIMIT: { namespace_id: '9004', simple: { limit: 3, period: 60 } },
                SMALL_NEARBY_LIMIT: { namespace_id: '9002', simple: { limit: 3, period: 60 } },
              },
              bindings: {
                ...providerVars(inject('providerOrigin')),
                ...testVapid,
                PUSH_TEST_ORIGIN: inject('pushOrigin'),
                FULL_LENGTH: process.env['FULL_LENGTH'] ?? '',
                REQUEST_LOG: 'on',
                NODE_ENV: 'production',
                SESSION_SECRET: 'only-for-tests-0123456789abcdefghijklmnopqrstuvwxyz',
                TEST_MIGRATIONS: await readD1Migrations(`${root}src/db/migrations`),
              },
            },
          })),
        ],
        test: {
          name: 'worker',
          // Its runtimes also wait, so that three fill two cores. They run after the other projects, whose files do not wait.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          globalSetup: [`${root}test/support/provider/global-setup.ts`, `${root}test/support/push/global-setup.ts`],
          setupFiles: [`${root}test/support/worker-setup.ts`],
          // An object is evicted only after its open work has ended, which takes seconds; far more on a busy machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
          include: workerFiles,
        },
      },
    ],
  },
})
