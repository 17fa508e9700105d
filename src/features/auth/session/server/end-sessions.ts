import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { sessions } from '#db/schema.ts'
import { disconnectSession } from '#features/member-hub/server/public.ts'
import type { Env } from '#server/env.ts'

/** Ends a member's sessions except `except`, and returns their ids; to be sent in the batch of the change that ends them. */
export function revokeMemberSessionsStatement(db: Database, memberId: string, except: string | null, now: number) {
  return db
    .update(sessions)
    .set({ revokedAt: now })
    .where(
      and(
        eq(sessions.subjectKind, 'member'),
        eq(sessions.subjectId, memberId),
        isNull(sessions.revokedAt),
        ne(sessions.id, except ?? ''),
      ),
    )
    .returning({ id: sessions.id })
}

/** Closes the connections of ended sessions at once, not only when their tokens expire. */
export async function disconnectSessions(
  env: Pick<Env, 'MEMBER_HUB'>,
  memberId: string,
  ended: readonly { id: string }[],
): Promise<void> {
  await Promise.all(ended.map(({ id }) => disconnectSession(env, memberId, id)))
}
