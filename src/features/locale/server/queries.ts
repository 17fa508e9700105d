import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { members, sessions } from '#db/schema.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'

/** Changes nothing when the session behind the request has ended. */
export async function saveLocale(
  db: Database,
  session: { sub: string; sid: string },
  locale: LocaleCode,
  now: number,
): Promise<void> {
  const alive = db
    .select({ one: sql`1` })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, session.sid),
        eq(sessions.subjectId, session.sub),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
      ),
    )
  await db
    .update(members)
    .set({ locale, updatedAt: now })
    .where(and(eq(members.id, session.sub), sql`exists ${alive}`))
}
