import type { DatesProps } from '#features/encounters/dates/contract.ts'
import { toDateSeat, toEvenings } from '#features/encounters/dates/rules.ts'
import { datesOf } from '#features/encounters/dates/server/public.ts'
import { seatOf } from '#features/encounters/talk/server/public.ts'
import { upcomingSlots } from '#features/encounters/pairing/server/public.ts'
import { encounterPauseStatement } from '#features/reports/server/public.ts'
import { timeZoneStatement } from '#features/settings/server/queries.ts'
import { nameTimeZone } from '#features/settings/server/time-zones.ts'
import { notFound } from '#shared/errors.ts'
import type { Env } from '#server/env.ts'
import { matchmakerObject } from '#server/objects/stubs.ts'
import { withTimeoutOrNull } from '#server/objects/with-timeout.ts'
import { defineLoad } from '#server/pages/load.ts'
import { talkLanguageOf, matchmakerName, type WaitFigures } from '#features/encounters/contract.ts'

const timeoutMs = 2_000

export default defineLoad({
  statements: ({ db, viewerId }) => [encounterPauseStatement(db, viewerId), timeZoneStatement(db, viewerId)],
  async props({ env, viewer, viewerId, translator: { locale }, now }, [[pause], [member]]): Promise<DatesProps> {
    if (viewer?.state === 'paused') {
      const seat = await withTimeoutOrNull('seat', timeoutMs, seatOf(env, viewerId).read())
      return { kind: 'closed', code: 'profile-paused', date: seat?.state === 'paired' && seat.kind === 'blind' ? seat.id : null }
    }
    if (pause) return { kind: 'closed', code: 'encounters-paused', date: null }
    if (!member) throw notFound()
    const hub = await withTimeoutOrNull('blind-dates', timeoutMs, readHub(env, viewerId))
    if (!hub) return { kind: 'away' }
    const { seat, booked, past } = hub
    const { timeZone } = member
    const language = seat.state === 'waiting' && seat.kind === 'blind' ? seat.language : talkLanguageOf(locale.code)
    return {
      kind: 'open',
      seat: toDateSeat(seat, now),
      evenings: toEvenings(upcomingSlots(now, timeZone), booked, timeZone),
      booked,
      past,
      timeZone,
      zoneName: await nameTimeZone(timeZone, locale),
      language,
      figures: await readFigures(env, language),
    }
  },
  title: ({ translator }) => translator.t('dates.title'),
})

/** The dates first: reading them lets the member into an open lobby, which the seat then shows. */
async function readHub(env: Env, viewerId: string) {
  const { booked, past } = await datesOf(env, viewerId).readDates()
  return { booked, past, seat: await seatOf(env, viewerId).read() }
}

/** Null if the queue does not answer: the page works without it. */
function readFigures(env: Pick<Env, 'MATCHMAKER'>, language: string): Promise<WaitFigures | null> {
  const queue = matchmakerObject(env, matchmakerName('blind', language))
  return withTimeoutOrNull('matchmaker', timeoutMs, (async () => queue.figures())())
}
