import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Apart from the other tests: a chaos run needs the build, and a machine with a core to spare for it. */
export default defineConfig({
  root,
  test: {
    name: 'chaos',
    environment: 'node',
    globalSetup: [`${root}test/support/current-build.ts`],
    include: ['test/chaos/**/*.test.ts', 'test/soak/*.test.ts'],
    hookTimeout: 150_000,
  },
})
