import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Apart from the other tests: hundreds of encounters between real HTTP clients and the build. */
export default defineConfig({
  root,
  test: {
    name: 'secrecy',
    environment: 'node',
    globalSetup: [`${root}test/support/current-build.ts`],
    include: ['test/secrecy/**/*.test.ts'],
    hookTimeout: 300_000,
    // Each file starts a worker.
    fileParallelism: false,
  },
})
