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

/** For this long, the cron job repeats the closing of sockets, in case a hub was unavailable. */
const repeatMs = 15 * 60_000

/** If a talk ended this recently and a profile disappears, that would reveal who the stranger was. */
const recentTalkMs = 10 * 60_000
/** The cron runs every five minutes, so a profile is hidden within half an hour. */
const longestHidingMs = 25 * 60_000

/**
 * Ends the member's talk with a stranger before they are restricted, as if they had left it. Returns when others may see the
 * restriction (ms): null at once, else a random time, so that it does not reveal whose talk has ended. Open reports of talks also
 * delay it: their reporters learn of the decision, whatever page it is made on. The caller checks the right first, because a
 * refused restriction must not end the talk.
 */
export async function findHidingTime(
  env: Pick<Env, 'MEMBER_HUB'>,
  db: Database,
  memberId: string,
  now: number,
): Promise<number | null> {
  // Read afterwards, so that a report of the talk that ends here counts.
  const left = await leaveStrangers(env, memberId)
  // Unknown while the hub cannot be reached.
  const isRecent = left === null || (left.metAt !== null && left.metAt > now - recentTalkMs)
  return isRecent || (await hasOpenTalkReports(db, memberId)) ? now + randomBelow(longestHidingMs) : null
}

/** A number from the cryptographic source, so that it cannot be predicted. */
function randomBelow(max: number): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return Math.floor((random / 2 ** 32) * max)
}

/**
 * Restricts a member. The batch in D1 is the commit point; then all their sockets close (4403). False if they can no longer be
 * restricted.
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

/** Cron: lifts expired restrictions, shows others those that are due, and closes sockets that a hub may have missed. */
export async function sweepRestrictions(env: Pick<Env, 'DB' | 'MEMBER_HUB'>, now: number): Promise<Finished> {
  const db = openDatabase(env.DB)
  await liftExpired(db, now)
  await db.batch(hideStatements(db, now))
  const restricted = await listRestrictedSince(db, now - repeatMs)
  return finishEach('restrictions', restricted, async (memberId) => {
    if ((await disconnectMember(env, memberId)) === null) throw new Error('Sockets of a restricted member may still be open')
  })
}
