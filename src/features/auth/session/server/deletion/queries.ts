import { and, eq, gt, isNull, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { activeStates, isDeletedSql, isInOwnStateSql } from '#db/predicates/own-state.ts'
import {
  boosts,
  cartLines,
  carts,
  deletionReasons,
  deletions,
  members,
  oneTimeCodes,
  profiles,
  pushSubscriptions,
  registrations,
  restrictions,
  sessions,
} from '#db/schema.ts'
import { deletionWaitMs, type DeletionReason } from '#features/auth/contract.ts'
import { revokeSessionStatement } from '../queries.ts'

/** SQL: an operator of this site whose account is the last one that can act as such. `m`: the row of members. */
const isLastOperatorSql = sql`(m.role = 'operator' and not exists (select 1 from ${members} o
  where o.role = 'operator' and o.id <> m.id and ${isInOwnStateSql(activeStates, 'o')}))`

/**
 * The state of an account that its restrictions do not touch. A deletion stores it, and a restore looks at the restrictions that
 * are in force by then.
 */
const unrestrictedStateSql = sql`iif(m.state = 'restricted', coalesce((select r.former_state from ${restrictions} r
  where r.member_id = m.id order by r.created_at desc limit 1), 'paused'), m.state)`

export type NewDeletion = {
  memberId: string
  by: 'member' | 'operator'
  /** When others stop seeing the profile, ms. */
  hidesAt: number
}

/** Whether a member could be deleted now: absent, deleted, and last operators cannot. */
export const canBeDeletedSql = (memberId: string): SQL => sql`exists (select 1 from ${members} m
  where m.id = ${memberId} and m.state <> 'deleted' and not ${isDeletedSql(sql`m.id`)} and not ${isLastOperatorSql})`

/** For a page: whether the member is the last operator. */
export function lastOperatorStatement(db: Database, memberId: string) {
  return db.all<{ isLast: 0 | 1 }>(sql`select ${isLastOperatorSql} as isLast from ${members} m where m.id = ${memberId}`)
}

/**
 * For one batch: the deletion, what others see of the member, and the end of sessions, push, codes, carts and boosts. The first
 * statement returns a row if the account can be deleted and `when` holds; the others do nothing without it. The second returns the
 * sessions that have ended.
 */
export function deletionStatements(db: Database, { memberId, by, hidesAt }: NewDeletion, now: number, when: SQL = sql`1`) {
  const isOurs = sql`exists (select 1 from ${deletions} where member_id = ${memberId} and requested_at = ${now})`
  const isHidden = sql`exists (select 1 from ${deletions}
    where member_id = ${memberId} and requested_at = ${now} and hides_at <= ${now})`
  return [
    db.all<{ purgeAt: number }>(sql`
      insert into ${deletions} (member_id, requested_at, by, hides_at, purge_at, former_state)
      select m.id, ${now}, ${by}, iif(m.state in ('complete', 'paused'), ${hidesAt}, ${now}), ${now + deletionWaitMs},
        ${unrestrictedStateSql}
      from ${members} m where m.id = ${memberId} and ${canBeDeletedSql(memberId)} and ${when}
      on conflict do nothing returning purge_at as purgeAt`),
    db
      .update(sessions)
      .set({ revokedAt: now })
      .where(and(eq(sessions.subjectKind, 'member'), eq(sessions.subjectId, memberId), isNull(sessions.revokedAt), isOurs))
      .returning({ id: sessions.id }),
    db
      .update(members)
      .set({ state: 'deleted', updatedAt: now })
      .where(and(eq(members.id, memberId), isHidden)),
    db
      .update(profiles)
      .set({ discoverable: false, updatedAt: now })
      .where(and(eq(profiles.memberId, memberId), isHidden)),
    db.delete(pushSubscriptions).where(and(eq(pushSubscriptions.memberId, memberId), isOurs)),
    db
      .update(oneTimeCodes)
      .set({ usedAt: now })
      .where(and(eq(oneTimeCodes.memberId, memberId), isOurs)),
    db.delete(cartLines).where(and(eq(cartLines.memberId, memberId), isOurs)),
    // The next revision, so that no order of an earlier cart matches what a restored account puts into it.
    db
      .update(carts)
      .set({ promoCode: null, revision: sql`${carts.revision} + 1`, updatedAt: now })
      .where(and(eq(carts.memberId, memberId), isOurs)),
    db
      .update(boosts)
      .set({ endsAt: sql`max(${boosts.startsAt}, ${now})` })
      .where(and(eq(boosts.memberId, memberId), gt(boosts.endsAt, now), isOurs)),
  ] as const
}

type OwnDeletion = Omit<NewDeletion, 'by'> & { reason?: DeletionReason | undefined }

/** What a deletion leaves to be done: sessions whose connections close, and the day of the purge (ms). */
export type Deleted = { purgeAt: number; ended: readonly { id: string }[] }

/** Deletes an account, and counts the reason. Null, with nothing written, if it cannot be deleted (`canBeDeletedSql`). */
export async function insertDeletion(db: Database, deletion: OwnDeletion, now: number): Promise<Deleted | null> {
  const { memberId, hidesAt, reason } = deletion
  const [[written], ended] = await db.batch([
    ...deletionStatements(db, { memberId, by: 'member', hidesAt }, now),
    ...(reason === undefined ? [] : [countReason(db, memberId, reason, now)]),
  ])
  return written ? { purgeAt: written.purgeAt, ended } : null
}

/** Without a member or a day: a reason is a number in a month. */
function countReason(db: Database, memberId: string, reason: DeletionReason, now: number) {
  const month = new Date(now).toISOString().slice(0, 7)
  return db.all(sql`
    insert into ${deletionReasons} (reason, month, count) select ${reason}, ${month}, 1
    where exists (select 1 from ${deletions} where member_id = ${memberId} and requested_at = ${now})
    on conflict (reason, month) do update set count = count + 1`)
}

/** SQL: the member has deleted the account, and its purge has not begun. */
const isRestorableSql = (memberId: string) =>
  sql`exists (select 1 from ${deletions} where member_id = ${memberId} and by = 'member' and step is null)`

export async function findRestorable(db: Database, memberId: string) {
  const [row] = await db
    .select({ requestedAt: deletions.requestedAt, by: deletions.by })
    .from(deletions)
    .where(and(eq(deletions.memberId, memberId), isRestorableSql(memberId)))
  return row ?? null
}

/**
 * Ends a deletion and brings the state back as it stands now: a restriction in force restricts, one that has ended does not. False
 * if there is none that the member may end, or its purge has begun.
 */
export async function restoreMember(db: Database, memberId: string, now: number): Promise<boolean> {
  const results = await db.batch(restoreStatements(db, memberId, isRestorableSql(memberId), now))
  return results[2].length > 0
}

/** For a batch: ends the member's deletion if `isOpen` holds. The last statement returns a row if it did. */
export function restoreStatements(db: Database, memberId: string, isOpen: SQL, now: number) {
  const isRestricted = sql`exists (select 1 from ${restrictions}
    where member_id = ${memberId} and lifted_at is null and hides_at is null)`
  return [
    db.all(sql`
      update ${members} set updated_at = ${now}, state = iif(${isRestricted}, 'restricted',
        (select former_state from ${deletions} where member_id = ${memberId}))
      where id = ${memberId} and ${isOpen}`),
    db.all(sql`
      update ${profiles} set discoverable = 1, updated_at = ${now}
      where member_id = ${memberId} and ${isOpen}
        and exists (select 1 from ${members} where id = ${memberId} and state = 'complete')`),
    db.all<{ id: string }>(sql`
      delete from ${deletions} where member_id = ${memberId} and ${isOpen} returning member_id as id`),
  ] as const
}

/** The deletion of a member, for their page. */
export function deletionStatement(db: Database, memberId: string) {
  return db
    .select({ by: deletions.by, requestedAt: deletions.requestedAt, purgeAt: deletions.purgeAt, step: deletions.step })
    .from(deletions)
    .where(eq(deletions.memberId, memberId))
}

/** For a batch: hides deleted members whose time has come from others. */
export function hideDeletedStatements(db: Database, now: number) {
  const due = sql`(select d.member_id from ${deletions} d join ${members} m on m.id = d.member_id
    where d.hides_at <= ${now} and m.state <> 'deleted')`
  return [
    db.all(sql`update ${profiles} set discoverable = 0, updated_at = ${now} where member_id in ${due}`),
    db.all(sql`update ${members} set state = 'deleted', updated_at = ${now} where id in ${due}`),
  ] as const
}

/** Members deleted since then: what must end with the account is ended again, in case something could not be reached. */
export function deletedSinceStatement(db: Database, since: number) {
  return (
    db
      .select({ memberId: deletions.memberId })
      .from(deletions)
      // By the index of purges, which come a fixed time after the deletion.
      .where(gt(deletions.purgeAt, since + deletionWaitMs))
      .limit(500)
  )
}

/** Removes a sign-up that waits for its code, with its session. */
export async function deleteRegistration(db: Database, { sub, sid }: { sub: string; sid: string }, now: number): Promise<void> {
  await db.batch([revokeSessionStatement(db, sid, now), db.delete(registrations).where(eq(registrations.id, sub))])
}
