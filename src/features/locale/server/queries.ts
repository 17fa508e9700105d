import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { members } from '#db/schema.ts'
import { liveSession } from '#server/auth/live-session.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'

/** Saves a member's language; changes nothing if the request's session has ended. */
export async function saveLocale(
  db: Database,
  session: { sub: string; sid: string },
  locale: LocaleCode,
  now: number,
): Promise<void> {
  const alive = liveSession(db, session, now)
  await db
    .update(members)
    .set({ locale, updatedAt: now })
    .where(and(eq(members.id, session.sub), sql`exists ${alive}`))
}
