import { env, reset } from 'cloudflare:test'
import { afterAll } from 'vitest'
import { closeConsole, openConsole } from './worker/console.ts'

// Each test file starts with empty stores and a migrated database, though files share a worker. All migrations are one batch:
// one by one takes ten times as long.
await reset()
const queries = env.TEST_MIGRATIONS.flatMap((migration) => migration.queries)
await env.DB.batch(queries.map((query) => env.DB.prepare(query)))

openConsole()
afterAll(closeConsole)
