import { applyD1Migrations, env } from 'cloudflare:test'
import { afterAll } from 'vitest'

/** Starts each test file with an empty, migrated database. */
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)

// What is written after a file's last test would never reach the runner, which waits for it without end.
afterAll(() => {
  for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) console[name] = () => {}
})
