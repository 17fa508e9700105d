import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { auditLog } from '#db/schema.ts'

/** Actor of decisions made by a program. */
export const programActor = 'program'

type AuditEntry = {
  actorId: string
  /** `subject.verb`, for example `restriction.lifted`. */
  action: string
  subjectKind:
    | 'member'
    | 'photo'
    | 'verification'
    | 'report'
    | 'restriction'
    | 'email'
    | 'address'
    | 'order'
    | 'payment'
    | 'promo-code'
    | 'redirect'
    | 'post'
    | 'contact-message'
    | 'switch'
    | 'page'
  subjectId: string
  /** Facts only: people's addresses and texts stay where they are stored. */
  detail?: Record<string, string | number | null>
}

/** SQLite creates the id, so that one statement can write an entry for each of many rows: 88 random bits as 22 characters. */
export const auditIdSql = sql`lower(hex(randomblob(11)))`

/**
 * Inserts an entry of the audit log; to be sent in the D1 batch of the change that it records. With `when` it is written only if
 * that condition holds: a change that did not happen must leave no entry.
 */
export function auditStatement(db: Database, entry: AuditEntry, now: number, when: SQL = sql`1`) {
  const { actorId, action, subjectKind, subjectId, detail = {} } = entry
  return db.all<{ id: string }>(sql`
    insert into ${auditLog} (id, actor_id, action, subject_kind, subject_id, detail, at)
    select ${auditIdSql}, ${actorId}, ${action}, ${subjectKind}, ${subjectId}, ${JSON.stringify(detail)}, ${now}
    where ${when} returning id`)
}

/** Who looks at which page of the operators'; `page` is its path. */
export type PageReader = { actorId: string; page: string }

type Look = PageReader & { action: `${string}.listed` }

/**
 * Inserts the entry for viewing a page that lists people or their data; to be sent in the D1 batch that reads the list. `ids`
 * selects the ids of the rows on the page, so that the log shows afterwards whose data was seen.
 */
export function lookStatement(db: Database, { actorId, action, page }: Look, ids: SQL, now: number) {
  return db.all(sql`
    insert into ${auditLog} (id, actor_id, action, subject_kind, subject_id, detail, at)
    select ${auditIdSql}, ${actorId}, ${action}, 'page', ${page},
      json_object('shown', (select coalesce(group_concat(id, ' '), '') from (${ids}))), ${now}`)
}

/**
 * Inserts the entry for viewing colleagues' names, such as who changed a switch. `ids` selects the members whom the page names;
 * if it names only the reader, there is no entry. For the D1 batch that reads the page.
 */
export function colleaguesLookStatement(db: Database, { actorId, page }: PageReader, ids: SQL, now: number) {
  return db.all(sql`
    insert into ${auditLog} (id, actor_id, action, subject_kind, subject_id, detail, at)
    select ${auditIdSql}, ${actorId}, 'colleagues.listed', 'page', ${page}, json_object('shown', group_concat(id, ' ')), ${now}
    from (select distinct id from (${ids}) where id <> ${actorId}) having count(*) > 0`)
}
