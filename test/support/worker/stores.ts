import { env, reset } from 'cloudflare:test'
import { vi } from 'vitest'
import { forgetSwitches } from '#server/switches.ts'
import { forgetContentState } from '../../../src/worker/middleware/content-state.ts'
import { forgetGuestPages } from '../../../src/worker/render/guest-pages.ts'

/** Empties all stores, migrates the database, and forgets what an isolate remembers about the stores before. */
export async function startEmpty(): Promise<void> {
  await vi.waitFor(async () => {
    await reset()
    // All migrations are one batch: one by one they take ten times as long. It fails where a request of the file before still ran.
    const queries = env.TEST_MIGRATIONS.flatMap((migration) => migration.queries)
    await env.DB.batch(queries.map((query) => env.DB.prepare(query)))
  }, 10_000)
  forgetContentState()
  forgetGuestPages()
  forgetSwitches()
}
