import { openDatabase } from '#db/database.ts'
import { expectVisitors, markKindRead } from '#features/member-hub/server/public.ts'
import type { Env } from '#server/env.ts'
import { definePageFact } from '#server/pages/page-fact.ts'
import { visitorNewsStatement } from './list-queries.ts'
import { markVisitorsSeen, recordVisit, type Visit } from './queries.ts'

/** Counts a visit. The visited member's hub notifies them later, together with other visits. */
export async function leaveVisit(env: Pick<Env, 'DB' | 'MEMBER_HUB'>, visit: Visit): Promise<void> {
  const isCounted = await recordVisit(openDatabase(env.DB), visit)
  if (isCounted) await expectVisitors(env, visit.visitedId)
}

/** Marks visitors up to `until` as seen: later ones are new, and digests about seen ones count as read. */
export async function seeVisitors(env: Pick<Env, 'DB' | 'MEMBER_HUB'>, memberId: string, until: number): Promise<void> {
  await markVisitorsSeen(openDatabase(env.DB), memberId, until)
  await markKindRead(env, memberId, 'visitor', until)
}

/** How many visitors are new, for the badge in the navigation; null if it does not apply. */
export const newVisitorsFact = definePageFact({
  statement: ({ db, route, session, now }) =>
    session?.kind === 'member' && route.layout === 'protected' ? visitorNewsStatement(db, session.sub, now) : null,
  read: (rows) => rows && (rows[0]?.people ?? 0),
})
