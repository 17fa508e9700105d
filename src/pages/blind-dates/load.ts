import type { DatesProps } from '#features/encounters/dates/contract.ts'
import { toDateSeat, toEvenings } from '#features/encounters/dates/rules.ts'
import { datesOf } from '#features/encounters/dates/server/public.ts'
import { seatOf } from '#features/encounters/talk/server/public.ts'
import { preselectedLanguages } from '#features/encounters/pairing/rules.ts'
import { upcomingSlots } from '#features/encounters/pairing/server/public.ts'
import { readFigures } from '#features/encounters/pairing/server/read-figures.ts'
import { spokenLanguagesStatement } from '#features/encounters/pairing/server/spoken-languages.ts'
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
    spokenLanguagesStatement(db, viewerId),
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
    return {
      kind: 'open',
      seat: toDateSeat(seat, now),
      evenings: toEvenings(upcomingSlots(now, timeZone), booked, timeZone),
      booked,
      past,
      timeZone,
      zoneName: await nameTimeZone(timeZone, locale),
      languages,
      figures: await readFigures(env, { pool: 'blind', member: viewerId, languages }),
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
