import type { DatesProps } from '#features/encounters/dates/contract.ts'
import { toDateSeat, toEvenings } from '#features/encounters/dates/rules.ts'
import { datesOf } from '#features/encounters/dates/server/public.ts'
import { seatOf } from '#features/encounters/talk/server/public.ts'
import { preselectedLanguages } from '#features/encounters/pairing/rules.ts'
import { listSlots } from '#features/encounters/pairing/server/public.ts'
import { readAttendance, readerStatement } from '#features/encounters/dates/server/read-attendance.ts'
import { readFigures } from '#features/encounters/pairing/server/read-figures.ts'
import { encounterPauseStatement } from '#features/reports/server/public.ts'
import { timeZoneStatement } from '#features/settings/server/queries.ts'
import { nameTimeZone } from '#features/settings/server/time-zones.ts'
import { notFound } from '#shared/errors.ts'
import type { Env } from '#server/env.ts'
import { withTimeoutOrNull } from '#server/objects/with-timeout.ts'
import { defineLoad } from '#server/pages/load.ts'

const timeoutMs = 2_000

export default defineLoad({
  statements: ({ db, viewerId }) => [
    encounterPauseStatement(db, viewerId),
    timeZoneStatement(db, viewerId),
    readerStatement(db, viewerId),
  ],
  async props({ env, viewer, viewerId, translator: { locale }, now }, [[pause], [member], [profile]]): Promise<DatesProps> {
    if (viewer?.state === 'paused') {
      const seat = await withTimeoutOrNull('seat', timeoutMs, seatOf(env, viewerId).read())
      return { kind: 'closed', code: 'profile-paused', date: seat?.state === 'paired' && seat.kind === 'blind' ? seat.id : null }
    }
    if (pause) return { kind: 'closed', code: 'encounters-paused', date: null }
    if (!member) throw notFound()
    const hub = await withTimeoutOrNull('blind-dates', timeoutMs, readHub(env, viewerId))
    if (!hub) return { kind: 'away' }
    const { seat, last, booked, past } = hub
    const { timeZone } = member
    const spoken = profile?.languages ?? []
    const isWaiting = seat.state === 'waiting' && seat.kind === 'blind'
    const languages = isWaiting ? seat.languages : preselectedLanguages({ last, spoken }, locale.code)
    const reader = profile && { member: viewerId, languages, criteria: profile.criteria }
    const [figures, attendance = null] = await Promise.all([
      readFigures(env, { pool: 'blind', member: viewerId, languages }),
      reader && readAttendance(env, reader),
    ])
    const known = { booked, attendance: attendance ?? [] }
    const attended = known.attendance.map(({ slot }) => slot)
    return {
      kind: 'open',
      seat: toDateSeat(seat, now),
      evenings: toEvenings(listSlots(now, timeZone, attended), known, timeZone),
      booked,
      past,
      timeZone,
      zoneName: await nameTimeZone(timeZone, locale),
      languages,
      figures,
    }
  },
  title: ({ translator }) => translator.t('dates.title'),
})

/** The dates first: reading them lets the member into an open lobby, which the seat then shows. */
async function readHub(env: Env, viewerId: string) {
  const { booked, past } = await datesOf(env, viewerId).readDates()
  const { seat, languages: last } = await seatOf(env, viewerId).overview()
  return { booked, past, seat, last }
}
