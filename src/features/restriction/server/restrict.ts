import { openDatabase, type Database } from '#db/database.ts'
import { disconnectMember, leaveStrangers } from '#features/member-hub/server/public.ts'
import type { Env } from '#server/env.ts'
import { finishEach, type Finished } from '#server/finish-each.ts'
import { liftExpired } from './lifting.ts'
import {
  canRestrict,
  hasOpenTalkReports,
  hideStatements,
  insertRestriction,
  listRestrictedSince,
  type NewRestriction,
} from './queries.ts'

/** For this long the cron job repeats the closing of sockets, in case a hub was unavailable at the restriction. */
const repeatMs = 15 * 60_000

/** A talk that ended so recently, and a profile that goes, would show who the stranger was. */
const recentTalkMs = 10 * 60_000
/** The cron looks every five minutes, so that a profile is gone within half an hour. */
const longestHidingMs = 25 * 60_000

/**
 * Ends the member's talk with a stranger, as when they leave it, before they are restricted. Returns when others may see the
 * restriction (ms): null at once, else a random moment, so that it does not show whose talk has ended. Open reports of talks
 * make it late, too: their reporters read of the decision, whatever page it comes from. The caller asks for the right first: a
 * refused restriction leaves the talk alone.
 */
export async function findHidingTime(
  env: Pick<Env, 'MEMBER_HUB'>,
  db: Database,
  memberId: string,
  now: number,
): Promise<number | null> {
  // Read afterwards, so that a report of the talk that ends here counts.
  const left = await leaveStrangers(env, memberId)
  // Not known while the hub is away.
  const isRecent = left === null || (left.metAt !== null && left.metAt > now - recentTalkMs)
  return isRecent || (await hasOpenTalkReports(db, memberId)) ? now + randomBelow(longestHidingMs) : null
}

/** A number from the cryptographic source, so that it cannot be foreseen. */
function randomBelow(max: number): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return Math.floor((random / 2 ** 32) * max)
}

/**
 * Restricts a member. The batch in D1 is the commit point; then all their sockets close (4403). False when they cannot
 * be restricted any more.
 */
export async function restrictMember(
  env: Pick<Env, 'MEMBER_HUB'>,
  db: Database,
  restriction: Omit<NewRestriction, 'hidesAt'>,
  now: number,
): Promise<boolean> {
  if (!(await canRestrict(db, restriction))) return false
  const hidesAt = await findHidingTime(env, db, restriction.memberId, now)
  const isDone = await insertRestriction(db, { ...restriction, hidesAt }, now)
  if (isDone) await finishRestriction(env, restriction.memberId)
  return isDone
}

/** Closes the sockets of a restricted member, after the batch with `restrictionStatements`. May be repeated. */
export async function finishRestriction(env: Pick<Env, 'MEMBER_HUB'>, memberId: string): Promise<void> {
  await disconnectMember(env, memberId)
}

/** Cron: lifts expired restrictions, shows others those whose time has come, and closes sockets that a hub may have missed. */
export async function sweepRestrictions(env: Pick<Env, 'DB' | 'MEMBER_HUB'>, now: number): Promise<Finished> {
  const db = openDatabase(env.DB)
  await liftExpired(db, now)
  await db.batch(hideStatements(db, now))
  const restricted = await listRestrictedSince(db, now - repeatMs)
  return finishEach('restrictions', restricted, async (memberId) => {
    if ((await disconnectMember(env, memberId)) === null) throw new Error('Sockets of a restricted member may still be open')
  })
}
