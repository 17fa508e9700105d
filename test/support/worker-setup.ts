import { env, reset } from 'cloudflare:test'
import { afterAll } from 'vitest'
import { forgetSwitches } from '#server/switches.ts'
import { forgetContentState } from '../../src/worker/middleware/content-state.ts'
import { forgetGuestPages } from '../../src/worker/render/guest-pages.ts'
import { closeConsole, openConsole } from './worker/console.ts'

// Each test file starts with empty stores and a migrated database. All migrations are one batch:
// one by one they take ten times as long.
await reset()
const queries = env.TEST_MIGRATIONS.flatMap((migration) => migration.queries)
await env.DB.batch(queries.map((query) => env.DB.prepare(query)))

// What an isolate remembers about the previous stores.
forgetContentState()
forgetGuestPages()
forgetSwitches()
openConsole()
afterAll(closeConsole)
