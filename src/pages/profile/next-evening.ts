import type { Database } from '#db/database.ts'
import { preselectedLanguages } from '#features/encounters/pairing/rules.ts'
import { upcomingSlots } from '#features/encounters/pairing/server/public.ts'
import { timeZoneStatement } from '#features/settings/server/queries.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import type { Env } from '#server/env.ts'
import type { NextEvening } from '#features/encounters/dates/contract.ts'
import { readAttendance, readerStatement } from '#features/encounters/dates/server/read-attendance.ts'

type Asked = {
  env: Pick<Env, 'MATCHMAKER' | 'MATCHMAKER_SHARDS'>
  db: Database
  viewerId: string
  now: number
  locale: LocaleCode
}

/**
 * The next evening of blind dates for a member who has booked none yet: of its slots the one to which most come who could suit
 * them, or the first. Null without a member.
 */
export async function readNextEvening({ env, db, viewerId, now, locale }: Asked): Promise<NextEvening | null> {
  const [[member], [profile]] = await db.batch([timeZoneStatement(db, viewerId), readerStatement(db, viewerId)])
  if (!member || !profile) return null
  const { timeZone } = member
  const [first = now, second] = upcomingSlots(now, timeZone)
  const languages = preselectedLanguages({ last: null, spoken: profile.languages }, locale)
  const attendance = await readAttendance(env, { member: viewerId, languages, criteria: profile.criteria })
  const peopleAt = (slot: number) => attendance?.find((each) => each.slot === slot)?.people ?? null
  const isSameEvening = second !== undefined && second - first <= eveningMs
  const slot = isSameEvening && (peopleAt(second) ?? 0) > (peopleAt(first) ?? 0) ? second : first
  return { slot, people: peopleAt(slot), timeZone }
}

/** Between the two slots of an evening lies an hour; between two evenings lie days. */
const eveningMs = 3 * 60 * 60_000
