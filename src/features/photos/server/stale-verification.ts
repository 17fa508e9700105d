import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { auditLog, photos, profiles, verifications } from '#db/schema.ts'
import { auditIdSql, programActor } from '#features/audit/server/public.ts'

const ended = 'verification.ended'

/** Id of the photo that others see first, or null. */
export const mainPhotoSql = (memberId: SQL) =>
  sql`(select ph.id from ${photos} ph where ph.member_id = ${memberId} and ph.state = 'approved' order by ph.position, ph.id limit 1)`

/**
 * Removes the verified badge together with its main photo (product.md 'People'). The statements precede that change in its batch,
 * because they read the photos as they were. `owner` is a member's id; `when` is SQL that is true if the main photo will change.
 */
function endStatements(db: Database, owner: SQL, when: SQL, now: number) {
  const isVerified = sql`exists (select 1 from ${profiles} p where p.member_id = ${owner} and p.verified = 1)`
  return [
    db.all(sql`
      insert into ${auditLog} (id, actor_id, action, subject_kind, subject_id, detail, at)
      select ${auditIdSql}, ${programActor}, ${ended}, 'member', ${owner}, '{}', ${now} where ${isVerified} and ${when}`),
    // A pose that was drawn and a picture that waits are for that photo, too. A stale one stays so when the photo returns.
    db.all(sql`
      update ${verifications} set state = 'stale', ended_at = ${now}
      where member_id = ${owner} and state in ('drawn', 'waiting', 'approved') and ${when}`),
    db.all<{ memberId: string }>(sql`
      update ${profiles} set verified = 0, updated_at = ${now} where member_id = ${owner} and verified = 1 and ${when}
      returning member_id as memberId`),
  ] as const
}

/** Before an approval: the photo becomes the first visible one. `isOpen`: it can still be decided. */
export function endedByApproval(db: Database, photoId: string, isOpen: SQL, now: number) {
  const owner = sql`(select member_id from ${photos} where id = ${photoId})`
  const comesFirst = sql`exists (select 1 from ${photos} where ${isOpen} and not exists (select 1 from ${photos} e
    where e.member_id = ${photos}.member_id and e.state = 'approved' and (e.position, e.id) < (${photos}.position, ${photos}.id)))`
  return endStatements(db, owner, comesFirst, now)
}

/** Before a removal: the photo is the main one. */
export function endedByRemoval(db: Database, memberId: string, photoId: string, now: number) {
  const owner = sql`${memberId}`
  return endStatements(db, owner, sql`${mainPhotoSql(owner)} = ${photoId}`, now)
}

/** An order of photos to write; `isCurrent`: SQL that is true if it will be written. */
type NewOrder = { memberId: string; ids: readonly string[]; isCurrent: SQL }

/** Before an order is written: another visible photo comes first. */
export function endedByOrder(db: Database, { memberId, ids, isCurrent }: NewOrder, now: number) {
  const owner = sql`${memberId}`
  const nextMain = sql`(select ph.id from json_each(${JSON.stringify(ids)}) o join ${photos} ph on ph.id = o.value
    where ph.member_id = ${owner} and ph.state = 'approved' order by o.key limit 1)`
  return endStatements(db, owner, sql`${isCurrent} and ${nextMain} <> ${mainPhotoSql(owner)}`, now)
}

/** SQL beside a row of `profiles`: a badge was lost with a main photo, and since then none was earned, or given up with its consent. */
export const verificationEndedSql = sql<number>`(${profiles.verified} = 0 and exists (select 1 from ${auditLog} where
  ${auditLog.subjectKind} = 'member' and ${auditLog.subjectId} = ${profiles.memberId} and ${auditLog.action} = ${ended}
  and not exists (select 1 from ${verifications} v where v.member_id = ${profiles.memberId} and v.state = 'withdrawn'
    and v.ended_at > ${auditLog.at})))`
