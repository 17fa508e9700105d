import { and, eq, not, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { isInOwnStateSql } from '#db/predicates/own-state.ts'
import { members, profiles } from '#db/schema.ts'
import type { PairingProfile } from '#features/encounters/contract.ts'
import { visibleFields } from '#features/profile/server/public.ts'
import { isPausedFromEncountersSql } from '#db/predicates/paused-from-encounters.ts'

/** The facts by which a member's partners are chosen; null while they may not meet strangers. One read. */
export async function findPairingProfile(db: Database, memberId: string): Promise<PairingProfile | null> {
  const [row] = await db
    .select({
      genderMask: profiles.genderMask,
      seeksMask: profiles.seeksMask,
      birthDate: profiles.birthDate,
      seeksAgeMin: profiles.seeksAgeMin,
      seeksAgeMax: profiles.seeksAgeMax,
      interests: profiles.interests,
      intent: profiles.intent,
      visibility: profiles.visibility,
      quiz: profiles.quiz,
      cellX: profiles.cellX,
      cellY: profiles.cellY,
      // Written as `shownCompleteness` with every change of the profile.
      completeness: profiles.completeness,
    })
    .from(profiles)
    .innerJoin(members, eq(members.id, profiles.memberId))
    .where(and(eq(members.id, memberId), isInOwnStateSql(['complete']), not(isPausedFromEncountersSql(sql`${memberId}`))))
  if (!row) return null
  const { visibility: _, ...shown } = visibleFields(row, 'stranger')
  return shown
}
