import { openDatabase } from '#db/database.ts'
import { expectVisitors } from '#features/member-hub/server/public.ts'
import type { Env } from '#server/env.ts'
import { recordVisit, type Visit } from './queries.ts'

/** Counts a visit. The visited member's hub notifies them later, together with other visits. */
export async function leaveVisit(env: Pick<Env, 'DB' | 'MEMBER_HUB'>, visit: Visit): Promise<void> {
  const isCounted = await recordVisit(openDatabase(env.DB), visit)
  if (isCounted) await expectVisitors(env, visit.visitedId)
}
