import { openDatabase } from '#db/database.ts'
import { markKindRead } from '#features/member-hub/server/public.ts'
import type { Env } from '#server/env.ts'
import { markVisitorsSeen } from './queries.ts'

/** Marks visitors up to `until` as seen: later ones are new, and digests about seen ones count as read. */
export async function seeVisitors(env: Pick<Env, 'DB' | 'MEMBER_HUB'>, memberId: string, until: number): Promise<void> {
  await markVisitorsSeen(openDatabase(env.DB), memberId, until)
  await markKindRead(env, memberId, 'visitor', until)
}
