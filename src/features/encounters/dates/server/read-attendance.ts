import { eq } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { profiles } from '#db/schema.ts'
import type { AttendanceReader, SlotAttendance } from '#features/encounters/contract.ts'
import type { Env } from '#server/env.ts'
import { matchmakerObject } from '#server/objects/stubs.ts'
import { withTimeoutOrNull } from '#server/objects/with-timeout.ts'
import { queueOf } from '#features/encounters/pairing/server/public.ts'

const timeoutMs = 2_000

/** Selects the languages that a member speaks, and by what others could suit them. */
export function readerStatement(db: Database, memberId: string) {
  return db
    .select({
      languages: profiles.languages,
      criteria: {
        genderMask: profiles.genderMask,
        seeksMask: profiles.seeksMask,
        birthDate: profiles.birthDate,
        seeksAgeMin: profiles.seeksAgeMin,
        seeksAgeMax: profiles.seeksAgeMax,
      },
    })
    .from(profiles)
    .where(eq(profiles.memberId, memberId))
}

/** The slots to which enough people come who could suit the reader. Null if the matchmaker does not answer: pages work without. */
export function readAttendance(
  env: Pick<Env, 'MATCHMAKER' | 'MATCHMAKER_SHARDS'>,
  reader: AttendanceReader,
): Promise<SlotAttendance[] | null> {
  const queue = matchmakerObject(env, queueOf(env, 'blind', reader.member))
  return withTimeoutOrNull('attendance', timeoutMs, (async () => [...(await queue.attendance(reader))])())
}
