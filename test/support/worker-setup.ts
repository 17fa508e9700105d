import { env } from 'cloudflare:test'
import { afterAll } from 'vitest'

// Each test file starts with an empty, migrated database. All migrations are one batch: one by one takes ten times as long.
const queries = env.TEST_MIGRATIONS.flatMap((migration) => migration.queries)
await env.DB.batch(queries.map((query) => env.DB.prepare(query)))

// What is written after a file's last test would never reach the runner, which waits for it without end.
afterAll(() => {
  for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) console[name] = () => {}
})
