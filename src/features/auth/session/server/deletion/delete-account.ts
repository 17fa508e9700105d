import { openDatabase, type Database } from '#db/database.ts'
import { deletionWaitMs, type DeletionReason } from '#features/auth/contract.ts'
import { cancelBookings, disconnectMember } from '#features/member-hub/server/public.ts'
import { findHidingTime, deletionReasonsStatements, type NewRestriction } from '#features/restriction/server/public.ts'
import { closeCheckouts } from '#features/store/settlement/server/public.ts'
import { listDeletions } from '#server/deletions/unlisted.ts'
import type { Env } from '#server/env.ts'
import { finishEach, type Finished } from '#server/finish-each.ts'
import { sql } from 'drizzle-orm'
import { disconnectSessions } from '../end-sessions.ts'
import {
  canBeDeletedSql,
  deletedSinceStatement,
  deletionStatements,
  hideDeletedStatements,
  insertDeletion,
  type Deleted,
} from './queries.ts'

/** For this long, the cron job repeats the end of connections and bookings, in case a hub could not be reached. */
const repeatMs = 15 * 60_000
/** Longer than a checkout stays open at the provider. */
const checkoutsMs = 25 * 60 * 60_000

type Ended = { memberId: string; now: number }

/**
 * Deletes an account on its member's own request. A talk with a stranger ends first, as by leaving; the batch in D1 is the commit
 * point; then connections, bookings and checkouts end. Null if the account cannot be deleted.
 */
export async function deleteAccount(
  env: Env,
  db: Database,
  { memberId, reason, now }: Ended & { reason?: DeletionReason | undefined },
): Promise<Deleted | null> {
  const hidesAt = await findHidesAt(env, db, { memberId, now })
  if (hidesAt === null) return null
  const deleted = await insertDeletion(db, { memberId, hidesAt, reason }, now)
  if (deleted) await finishDeletion(env, db, { memberId, by: 'member', now }, deleted.ended)
  return deleted
}

/** Deletes somebody else's account, with a statement of reasons. Null if the actor may not, or the account cannot be deleted. */
export async function deleteByOperator(
  env: Env,
  db: Database,
  statement: Pick<NewRestriction, 'id' | 'memberId' | 'rule' | 'facts' | 'actorId'>,
  now: number,
): Promise<Deleted | null> {
  const { memberId } = statement
  const hidesAt = await findHidesAt(env, db, { memberId, now })
  if (hidesAt === null) return null
  const isAllowed = canBeDeletedSql(memberId)
  const reasons = deletionReasonsStatements(db, statement, now, isAllowed)
  const isStated = reasons.isWritten
  const [, , , [written], ended] = await db.batch([
    ...reasons.statements,
    ...deletionStatements(db, { memberId, by: 'operator', hidesAt }, now, isStated),
  ])
  if (!written) return null
  await finishDeletion(env, db, { memberId, by: 'operator', now }, ended)
  return { purgeAt: written.purgeAt, ended }
}

/** Null if the account cannot be deleted: then its talk goes on. */
async function findHidesAt(env: Env, db: Database, { memberId, now }: Ended): Promise<number | null> {
  const [row] = await db.all<{ isOpen: 0 | 1 }>(sql`select ${canBeDeletedSql(memberId)} as isOpen`)
  if (row?.isOpen !== 1) return null
  return (await findHidingTime(env, db, memberId, now)) ?? now
}

/** Ends what lives outside D1: connections, bookings, and checkouts that are open at the provider; and lists the deletion there. */
async function finishDeletion(
  env: Env,
  db: Database,
  { memberId, by, now }: Ended & { by: 'member' | 'operator' },
  ended: Deleted['ended'],
): Promise<void> {
  await disconnectSessions(env, memberId, ended)
  await Promise.all([
    disconnectMember(env, memberId),
    cancelBookings(env, memberId),
    closeCheckouts(env, { memberId }, now),
    listDeletions(env, db, [{ memberId, requestedAt: now, by }], now),
  ])
}

/**
 * Cron: hides deleted members whose time has come, and ends what could not be reached at the deletion or was begun in the same
 * moment. Sign-ins since then keep their sessions.
 */
export async function sweepDeletions(env: Env, now: number): Promise<Finished> {
  const db = openDatabase(env.DB)
  const [, , deleted] = await db.batch([...hideDeletedStatements(db, now), deletedSinceStatement(db, now - repeatMs)])
  const checkouts = await closeCheckouts(env, { purgedAfter: now - checkoutsMs + deletionWaitMs }, now)
  const ended = await finishEach('deletions', deleted, async ({ memberId }) => {
    const [hub, bookings] = await Promise.all([disconnectMember(env, memberId), cancelBookings(env, memberId)])
    if (hub === null || bookings === null) throw new Error('Connections or bookings of a deleted member may be open')
  })
  return { rows: checkouts.rows + ended.rows, failed: checkouts.failed + ended.failed }
}
