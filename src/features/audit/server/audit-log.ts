import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { auditLog } from '#db/schema.ts'

/** Stands for a person where a program decided. */
export const programActor = 'program'

type AuditEntry = {
  actorId: string
  /** `subject.verb`, for example `restriction.lifted`. */
  action: string
  subjectKind: 'member' | 'photo' | 'report' | 'restriction'
  subjectId: string
  /** No addresses and no texts of people: those stay where they are kept. */
  detail?: Record<string, string | number | null>
}

/** SQLite makes the id, so that one statement can write an entry for each of many rows: 88 random bits as 22 characters. */
export const auditIdSql = sql`lower(hex(randomblob(11)))`

/**
 * An entry of the audit log, for the D1 batch of the change that it tells of. With `when` it is written only while that
 * condition holds: a change that did not happen leaves no trace of having happened.
 */
export function auditStatement(db: Database, entry: AuditEntry, now: number, when: SQL = sql`1`) {
  const { actorId, action, subjectKind, subjectId, detail = {} } = entry
  return db.all<{ id: string }>(sql`
    insert into ${auditLog} (id, actor_id, action, subject_kind, subject_id, detail, at)
    select ${auditIdSql}, ${actorId}, ${action}, ${subjectKind}, ${subjectId}, ${JSON.stringify(detail)}, ${now}
    where ${when} returning id`)
}
