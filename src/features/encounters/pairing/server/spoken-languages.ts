import { eq } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { profiles } from '#db/schema.ts'

/** Selects the languages that a member speaks, for a page's batch. */
export function spokenLanguagesStatement(db: Database, memberId: string) {
  return db.select({ languages: profiles.languages }).from(profiles).where(eq(profiles.memberId, memberId))
}
