import { eq } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { profiles } from '#db/schema.ts'

/** Selects the languages that a member speaks, for a page's batch. */
export function spokenLanguagesStatement(db: Database, memberId: string) {
  return db.select({ languages: profiles.languages }).from(profiles).where(eq(profiles.memberId, memberId))
}

/** The same, with what decides who could suit them. */
export function pairingKindStatement(db: Database, memberId: string) {
  return db
    .select({
      languages: profiles.languages,
      genderMask: profiles.genderMask,
      seeksMask: profiles.seeksMask,
      birthDate: profiles.birthDate,
      seeksAgeMin: profiles.seeksAgeMin,
      seeksAgeMax: profiles.seeksAgeMax,
    })
    .from(profiles)
    .where(eq(profiles.memberId, memberId))
}
