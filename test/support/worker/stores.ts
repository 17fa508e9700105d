import { env, reset } from 'cloudflare:test'
import { vi } from 'vitest'
import { forgetSwitches } from '#server/switches.ts'
import { forgetContentState } from '../../../src/worker/middleware/content-state.ts'
import { forgetGuestPages } from '../../../src/worker/render/guest-pages.ts'

/** What migrations have made, once one database of this runtime has gone through all of them. */
let schema: string[] | undefined

/** Empties all stores, migrates the database, and forgets what an isolate remembers about the stores before. */
export async function startEmpty(): Promise<void> {
  await vi.waitFor(async () => {
    await reset()
    // All are one batch: one by one they take ten times as long. It fails where a request of the file before still ran.
    const queries = schema ?? env.TEST_MIGRATIONS.flatMap((migration) => migration.queries)
    await env.DB.batch(queries.map((query) => env.DB.prepare(query)))
  }, 10_000)
  schema ??= await readSchema()
  forgetContentState()
  forgetGuestPages()
  forgetSwitches()
}

/** The tables and indexes of the empty database, each in one statement: migrations create, change and rebuild many of them. */
async function readSchema(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "select name, type, sql from sqlite_schema where sql is not null and name not glob 'sqlite_*' and name not glob '_cf_*'",
  ).all<{ name: string; type: string; sql: string }>()
  const tables = results.filter(({ type }) => type === 'table')
  const contents = await env.DB.batch(tables.map(({ name }) => env.DB.prepare(`select 1 from "${name}" limit 1`)))
  if (contents.some((rows) => rows.results.length > 0)) throw new Error('A migration adds rows, which a schema alone lacks')
  return results.map(({ sql }) => sql)
}
