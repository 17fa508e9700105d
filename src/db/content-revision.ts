import { sql, type SQL } from 'drizzle-orm'
import type { Database } from './database.ts'
import { contentRevision } from './schema.ts'

/** What operators read before they change public content: the change is written only while it is still this one. */
export const revisionStatement = (db: Database) => db.select({ revision: contentRevision.revision }).from(contentRevision)

export const isRevisionSql = (revision: number): SQL =>
  sql`coalesce((select revision from ${contentRevision} where id = 1), 0) = ${revision}`

/** Renders cached guest pages again; to be sent in the batch of the change, and under its condition, before it is made. */
export const raiseRevisionStatement = (db: Database, when: SQL = sql`1`) =>
  db.all(sql`
    insert into ${contentRevision} (id, revision) select 1, 1 where ${when}
    on conflict (id) do update set revision = revision + 1`)
