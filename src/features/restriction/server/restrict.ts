import { openDatabase, type Database } from '#db/database.ts'
import { disconnectMember } from '#features/member-hub/server/public.ts'
import type { Env } from '#server/env.ts'
import { finishEach, type Finished } from '#server/finish-each.ts'
import { liftExpired } from './lifting.ts'
import { insertRestriction, listRestrictedSince, type NewRestriction } from './queries.ts'

/** For this long the cron job repeats the closing of sockets, in case a hub was unavailable at the restriction. */
const repeatMs = 15 * 60_000

/**
 * Restricts a member. The batch in D1 is the commit point; then all their sockets close (4403). False when they cannot
 * be restricted any more.
 */
export async function restrictMember(
  env: Pick<Env, 'MEMBER_HUB'>,
  db: Database,
  restriction: NewRestriction,
  now: number,
): Promise<boolean> {
  const isDone = await insertRestriction(db, restriction, now)
  if (isDone) await finishRestriction(env, restriction.memberId)
  return isDone
}

/** Closes the sockets of a restricted member, after the batch with `restrictionStatements`. May be repeated. */
export async function finishRestriction(env: Pick<Env, 'MEMBER_HUB'>, memberId: string): Promise<void> {
  await disconnectMember(env, memberId)
}

/** Cron: lifts expired restrictions, and closes sockets that a hub may have missed. */
export async function sweepRestrictions(env: Pick<Env, 'DB' | 'MEMBER_HUB'>, now: number): Promise<Finished> {
  const db = openDatabase(env.DB)
  await liftExpired(db, now)
  const restricted = await listRestrictedSince(db, now - repeatMs)
  return finishEach('restrictions', restricted, async (memberId) => {
    if ((await disconnectMember(env, memberId)) === null) throw new Error('Sockets of a restricted member may still be open')
  })
}
