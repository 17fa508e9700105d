import { sql, type SQL } from 'drizzle-orm'
import type { Database } from './database.ts'
import { contentRevision } from './schema.ts'

/** The revision that operators saw before they change public content: the change is only written if it is still current. */
export const revisionStatement = (db: Database) => db.select({ revision: contentRevision.revision }).from(contentRevision)

export const isRevisionSql = (revision: number): SQL =>
  sql`coalesce((select revision from ${contentRevision} where id = 1), 0) = ${revision}`

/** Makes cached guest pages render again. Send it in the batch of the change, under its condition, before the change itself. */
export const raiseRevisionStatement = (db: Database, when: SQL = sql`1`) =>
  db.all(sql`
    insert into ${contentRevision} (id, revision) select 1, 1 where ${when}
    on conflict (id) do update set revision = revision + 1`)
