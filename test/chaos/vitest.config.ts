import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Apart from the other tests: a chaos run needs the machine for itself, and the build. */
export default defineConfig({
  root,
  test: {
    name: 'chaos',
    environment: 'node',
    globalSetup: [`${root}test/support/current-build.ts`],
    include: ['test/chaos/**/*.test.ts'],
    hookTimeout: 150_000,
  },
})
