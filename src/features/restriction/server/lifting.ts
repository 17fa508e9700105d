import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { isDeletedSql } from '#db/predicates/own-state.ts'
import { auditLog, deletions, members, profiles, restrictions } from '#db/schema.ts'
import { auditIdSql, programActor } from '#features/audit/server/public.ts'
import { recordRestore, type ListEnv } from '#server/deletions/deletion-list.ts'

type Cause = { actorId: string; reason: 'time' | 'moderator' | 'appeal' }

/**
 * Ends the current restrictions `r` that `which` selects, and restores their members' former state. The statements go into one
 * batch in this order, because the last one removes the rows that the others look for. The last returns the members. A
 * deleted account stays hidden: a restore finds the state that is left.
 */
export function liftStatements(db: Database, which: SQL, { actorId, reason }: Cause, now: number) {
  const ended = (columns: SQL) => sql`select ${columns} from ${restrictions} r where r.lifted_at is null and ${which}`
  const detail = JSON.stringify({ reason })
  return [
    db.all(sql`
      insert into ${auditLog} (id, actor_id, action, subject_kind, subject_id, detail, at)
      ${ended(sql`${auditIdSql}, ${actorId}, 'restriction.lifted', 'member', r.member_id, ${detail}, ${now}`)}`),
    db.all(sql`
      update ${profiles} set discoverable = 1, updated_at = ${now}
      where member_id in (${ended(sql`r.member_id`)} and r.former_state = 'complete')
        and exists (select 1 from ${members} m where m.id = ${profiles}.member_id and m.state = 'restricted')
        and not ${isDeletedSql(sql`${profiles}.member_id`)}`),
    db.all(sql`
      update ${members} set updated_at = ${now}, state = (${ended(sql`r.former_state`)} and r.member_id = members.id)
      where state = 'restricted' and id in (${ended(sql`r.member_id`)}) and not ${isDeletedSql(sql`members.id`)}`),
    db.all<{ memberId: string }>(sql`
      update ${restrictions} set lifted_at = ${now}
      where id in (${ended(sql`r.id`)}) returning member_id as memberId`),
  ] as const
}

/**
 * Goes before `liftStatements` in a batch that a person decides: an operator's deletion ends with its statement of reasons, which
 * never expires by itself.
 */
export function undoDeletionStatements(db: Database, which: SQL, now: number) {
  const isUndone = isUndoneSql(which)
  return [
    db.all(sql`
      update ${profiles} set discoverable = 1, updated_at = ${now}
      where member_id in (select d.member_id from ${deletions} d where ${isUndone} and d.former_state = 'complete')`),
    db.all(sql`
      update ${members} set updated_at = ${now},
        state = (select d.former_state from ${deletions} d where d.member_id = members.id)
      where id in (select d.member_id from ${deletions} d where ${isUndone})`),
    db.all(sql`delete from ${deletions} where member_id in (select d.member_id from ${deletions} d where ${isUndone})`),
  ] as const
}

/** SQL: the deletions `d` that end with the restrictions `r` that `which` selects. */
const isUndoneSql = (which: SQL) => sql`d.by = 'operator' and d.step is null and d.member_id in
  (select r.member_id from ${restrictions} r where r.lifted_at is null and ${which})`

/** Goes before the batch with `undoDeletionStatements`: the list outside D1 must not delete the account again. */
export async function listUndo(env: ListEnv, db: Database, which: SQL, now: number): Promise<void> {
  const rows = await db.all<{ memberId: string; requestedAt: number; by: 'operator' }>(
    sql`select d.member_id as memberId, d.requested_at as requestedAt, d.by from ${deletions} d where ${isUndoneSql(which)}`,
  )
  for (const { memberId, ...deletion } of rows) await recordRestore(env, memberId, deletion, now)
}

/** Lifts expired restrictions: everyone's, or one member's when they sign in. May run at any time. */
export async function liftExpired(db: Database, now: number, memberId?: string): Promise<void> {
  const isOver = sql`r.until <= ${now}`
  const which = memberId === undefined ? isOver : sql`${isOver} and r.member_id = ${memberId}`
  await db.batch(liftStatements(db, which, { actorId: programActor, reason: 'time' }, now))
}
