import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import type { Miniflare } from 'miniflare'

const folder = 'src/db/migrations'

/** Applies new migrations with the table of `wrangler d1 migrations apply`, so that both tools agree. */
export async function migrate(miniflare: Miniflare): Promise<number> {
  const db = (await miniflare.getD1Database('DB')) as unknown as D1Database
  await db
    .prepare(
      'CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)',
    )
    .run()
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
  const applied = new Set(results.map((row) => row.name))
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql') && !applied.has(name)).sort()
  for (const name of files) {
    const text = await readFile(join(folder, name), 'utf8')
    const statements = text
      .split('--> statement-breakpoint')
      .map((part) => part.trim())
      .filter(Boolean)
    await db.batch([
      ...statements.map((statement) => db.prepare(statement)),
      db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
    ])
  }
  return files.length
}
