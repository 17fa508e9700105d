import { sql, type SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { isInOwnStateSql, type ActiveState } from '#db/predicates/own-state.ts'
import { readBatch } from '#db/read-batch.ts'
import { members } from '#db/schema.ts'
import type { AppContext } from '../context.ts'
import { liveSession } from './live-session.ts'
import { memberStatement, toMember } from './require-member.ts'
import { requireMemberSession } from './require-session.ts'

/**
 * Runs statements in one batch with the read of the member behind the session: one call of D1 where `requireMember` and a write
 * are two. Every write among them must hold `isActing`: the session is live, and the member's own state is one of `states`.
 * The caller then calls `requireMember`, which uses the row that was read here and throws the usual refusals.
 */
export async function batchAsMember<const S extends readonly BatchItem<'sqlite'>[]>(
  c: AppContext,
  states: readonly ActiveState[],
  statements: (isActing: SQL, memberId: string) => S,
) {
  const [session, db, now] = [requireMemberSession(c), c.get('db'), c.get('now')]
  const isActing = sql`(exists ${liveSession(db, session, now)} and exists (
    select 1 from ${members} acting where acting.id = ${session.sub} and ${isInOwnStateSql(states, 'acting')}))`
  const rows = await readBatch(db, { member: memberStatement(db, session, now), own: statements(isActing, session.sub) })
  c.set('member', Promise.resolve(toMember(rows.member, session.sid)))
  return rows.own
}
