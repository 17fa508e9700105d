import type { DateLobby, DatesProps } from '#features/encounters/dates/contract.ts'
import { lobbySlot, toDateSeat, toEvenings } from '#features/encounters/dates/rules.ts'
import { readPrompts } from '#features/encounters/dates/server/read-prompts.ts'
import { datesOf } from '#features/encounters/dates/server/public.ts'
import { Lobby } from '#features/encounters/dates/ui/lobby/lazy.ts'
import { seatOf } from '#features/encounters/talk/server/public.ts'
import { lobbyClosesAt, preselectedLanguages } from '#features/encounters/pairing/rules.ts'
import { listSlots } from '#features/encounters/pairing/server/public.ts'
import { readAttendance, readerStatement } from '#features/encounters/dates/server/read-attendance.ts'
import { readFigures } from '#features/encounters/pairing/server/read-figures.ts'
import { isPushOn } from '#features/push/server/public.ts'
import { encounterPauseStatement } from '#features/reports/server/public.ts'
import { timeZoneStatement } from '#features/settings/server/queries.ts'
import { nameTimeZone } from '#features/settings/server/time-zones.ts'
import { notFound } from '#shared/errors.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import type { Env } from '#server/env.ts'
import { withTimeoutOrNull } from '#server/objects/with-timeout.ts'
import { defineLoad } from '#server/pages/load.ts'

const timeoutMs = 2_000
/** Number of questions that a lobby shows: the same ones whenever its page is read again. */
const promptsInLobby = 3

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
    if (!member || !profile) throw notFound()
    const hub = await withTimeoutOrNull('blind-dates', timeoutMs, readHub(env, viewerId))
    if (!hub) return { kind: 'away' }
    const { seat, last, booked, past, alert } = hub
    const { timeZone } = member
    const spoken = profile.languages
    const isWaiting = seat.state === 'waiting' && seat.kind === 'blind'
    const languages = isWaiting ? seat.languages : preselectedLanguages({ last, spoken }, locale.code)
    const shownSeat = toDateSeat(seat, now)
    const reader = { member: viewerId, languages, criteria: profile.criteria }
    const [figures, attendance] = await Promise.all([
      readFigures(env, { pool: 'blind', member: viewerId, languages, reader: profile.criteria }),
      readAttendance(env, reader),
    ])
    const known = { booked, attendance: attendance ?? [] }
    const attended = known.attendance.map(({ slot }) => slot)
    return {
      kind: 'open',
      seat: shownSeat,
      evenings: toEvenings(listSlots(now, timeZone, attended), known, timeZone),
      booked,
      past,
      alert: isPushOn(env) && seat.state === 'free' ? alert : null,
      timeZone,
      zoneName: await nameTimeZone(timeZone, locale),
      languages,
      figures,
      lobby: await toLobby(lobbySlot(shownSeat, booked), viewerId, locale.code),
    }
  },
  parts: (_, props) => (props.kind === 'open' && props.lobby ? [Lobby] : []),
  title: ({ translator }) => translator.t('dates.title'),
})

async function toLobby(slot: number | null, viewerId: string, code: LocaleCode): Promise<DateLobby | null> {
  if (slot === null) return null
  const prompts = await readPrompts(`${viewerId} ${slot}`, code)
  return { slot, closesAt: lobbyClosesAt(slot), prompts: prompts.slice(0, promptsInLobby) }
}

/** The dates first: reading them lets the member into an open lobby, which the seat then shows. */
async function readHub(env: Env, viewerId: string) {
  const { booked, past, alert } = await datesOf(env, viewerId).readDates()
  const { seat, languages: last } = await seatOf(env, viewerId).overview()
  return { booked, past, alert, seat, last }
}
