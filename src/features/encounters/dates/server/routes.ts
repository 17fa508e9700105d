import * as v from 'valibot'
import type { EncounterAct, LanguageChoice, Seat } from '#features/encounters/contract.ts'
import { choiceOf, seatOf } from '#features/encounters/talk/server/public.ts'
import { isBookable, preselectedLanguages } from '#features/encounters/pairing/server/public.ts'
import {
  encounterReportInput,
  reportEncounter,
  requireEncounterAccess,
  type EncounterReportInput,
} from '#features/reports/server/public.ts'
import { on, respond, type ActionResult } from '#server/actions/action.ts'
import { translatorOf } from '#server/actions/error-text.ts'
import { handle } from '#server/actions/handle.ts'
import { requireMember } from '#server/auth/require-member.ts'
import type { AppContext } from '#server/context.ts'
import { encounterObject } from '#server/objects/stubs.ts'
import { publicOrigin } from '#server/origin.ts'
import { AppError, notFound } from '#shared/errors.ts'
import { encounterKindOf, isEncounterId } from '#shared/realtime/encounter-id.ts'
import type { BlindDateEvent } from '#shared/realtime/wire.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { blindDateActions, type DatesHubRpc } from '../contract.ts'
import { datesOf } from './client.ts'
import { findPairingProfile } from './pairing-profile.ts'
import { readAttendance, readerStatement } from './read-attendance.ts'
import {
  bookInput,
  dateInput,
  leaveInput,
  nowInput,
  slotInput,
  voteInput,
  waitAlertInput,
  type BookInput,
  type DateInput,
  type NowInput,
  type SlotInput,
  type VoteInput,
  type WaitAlertInput,
} from './schemas.ts'
import { writeCalendarFile } from './calendar-file.ts'

/** Blind dates: booking evenings, a date at once, and what the two in a date may do. Messages use the chat's own action. */
export const blindDateRoutes = handle(blindDateActions, {
  book: on(bookInput, book),
  cancel: on(slotInput, cancel),
  now: on(nowInput, startNow),
  waitAlert: on(waitAlertInput, changeWaitAlert),
  accept: on(dateInput, (c, { id }) => press(c, id, { kind: 'accept' })),
  vote: on(voteInput, (c, { id, yes }: VoteInput) => press(c, id, { kind: 'vote', yes })),
  extend: on(dateInput, (c, { id }: DateInput) => press(c, id, { kind: 'extend' })),
  leave: on(leaveInput, leave),
  report: on(encounterReportInput, report),
  calendar: respond(downloadEvening),
})

/** Evenings are those of the member's stored time zone, whatever their browser reports. */
async function book(c: AppContext, { slot, ...languages }: BookInput): Promise<ActionResult<BlindDateEvent>> {
  const { id: viewerId, timeZone } = await requireEncounterAccess(c)
  const dates = datesOf(c.env, viewerId)
  const choice = choiceOf(c, languages)
  const isListed = (attended: readonly number[]) => isBookable(slot, c.get('now'), timeZone, attended)
  const mayBook =
    isListed([]) ||
    // A repeat changes nothing, even of a slot that is no longer offered.
    (await isBooked(dates, slot)) ||
    (isListed([slot]) && isListed(await listAttended(c, viewerId, choice)))
  if (!mayBook) throw new AppError('No such slot for this member', { status: 409, code: 'slot-unavailable' })
  const result = await dates.bookDate(slot, choice)
  if (!result.ok) throw new AppError('As many evenings are booked as may be', { status: 409, code: 'bookings-full' })
  return { to: datesPage(c), data: { id: null, state: 'booked', until: toIso(slot) } }
}

async function isBooked(dates: Pick<DatesHubRpc, 'readDates'>, slot: number): Promise<boolean> {
  const { booked } = await dates.readDates()
  return booked.some((booking) => booking.slot === slot)
}

/** The slots to which enough people come who could suit the member, in these languages or those that the page preselects. */
async function listAttended(c: AppContext, viewerId: string, { languages }: LanguageChoice): Promise<number[]> {
  const [profile] = await readerStatement(c.get('db'), viewerId)
  if (!profile) return []
  const { languages: spoken, criteria } = profile
  const { languages: last } = await seatOf(c.env, viewerId).overview()
  const preselected = preselectedLanguages({ last, spoken }, c.get('locale').code)
  const reader = { member: viewerId, languages: languages.length > 0 ? languages : preselected, criteria }
  return ((await readAttendance(c.env, reader)) ?? []).map((each) => each.slot)
}

/** Cancels a booking, whatever the slot: a member who has moved may cancel evenings of the previous time zone. */
async function cancel(c: AppContext, { slot }: SlotInput): Promise<ActionResult> {
  const { id: viewerId } = await requireMember(c)
  await datesOf(c.env, viewerId).cancelDate(slot)
  return { to: datesPage(c) }
}

async function startNow(c: AppContext, input: NowInput): Promise<ActionResult<BlindDateEvent>> {
  const { id: viewerId } = await requireEncounterAccess(c)
  const profile = await findPairingProfile(c.get('db'), viewerId)
  if (!profile) throw notFound()
  const request = { kind: 'blind', choice: choiceOf(c, input), topics: [], slot: null, profile } as const
  const result = await seatOf(c.env, viewerId).start(request)
  if (!result.ok) throw new AppError('In an encounter already', { status: 409, code: 'encounter-busy' })
  return seated(c, viewerId, result.seat)
}

/** Ending it is possible at any time, even by a member who may not meet strangers now. */
async function changeWaitAlert(c: AppContext, { on: isOn, ...languages }: WaitAlertInput): Promise<ActionResult> {
  const { id: viewerId } = await (isOn ? requireEncounterAccess(c) : requireMember(c))
  const result = await datesOf(c.env, viewerId).changeWaitAlert(isOn ? choiceOf(c, languages) : null)
  if (result.ok) return { to: datesPage(c) }
  if (result.code === 'busy') throw new AppError('In an encounter already', { status: 409, code: 'encounter-busy' })
  throw new AppError('No device receives push messages', { status: 409, code: 'conflict' })
}

/**
 * An action of one of the two. A repeat changes nothing; one that comes too late is refused. A talk continues while the profile
 * is paused: only a yes requires the right to meet people.
 */
async function press(c: AppContext, id: string, act: EncounterAct): Promise<ActionResult> {
  const isYes = act.kind === 'accept' || (act.kind === 'vote' && act.yes)
  const { id: viewerId } = await (isYes ? requireEncounterAccess(c) : requireMember(c))
  const result = await dateFor(c, id).act(viewerId, act)
  if (result.ok) return { to: datePage(c, id) }
  if (result.code === 'forbidden') throw notFound()
  if (result.code === 'over') throw new AppError('The date is over', { status: 409, code: 'encounter-over' })
  throw new AppError('Another phase of the date', { status: 409, code: 'conflict' })
}

/** A repeat, or leaving a date that has already ended, changes nothing. */
async function leave(c: AppContext, { id }: { id?: string | undefined }): Promise<ActionResult> {
  const { id: viewerId } = await requireMember(c)
  if (id === undefined) {
    const seat = seatOf(c.env, viewerId)
    const held = await seat.read()
    if (held.state === 'waiting' && held.kind === 'blind' && held.slot === null) await seat.withdraw()
    return { to: datesPage(c) }
  }
  const result = await dateFor(c, id).act(viewerId, { kind: 'leave' })
  if (!result.ok && result.code === 'forbidden') throw notFound()
  return { to: datePage(c, id) }
}

async function report(c: AppContext, input: EncounterReportInput): Promise<ActionResult<{ reported: true }>> {
  dateFor(c, input.id)
  const done = await reportEncounter(c, 'blind', input)
  return { to: datePage(c, input.id, { done }), data: { reported: true } }
}

/** Sends a booked evening for the member's calendar; 404 for any other. */
async function downloadEvening(c: AppContext): Promise<Response> {
  const { id: viewerId } = await requireMember(c)
  const asked = v.safeParse(slotInput, { slot: c.req.query('slot') })
  const { booked } = await datesOf(c.env, viewerId).readDates()
  const booking = asked.success ? booked.find(({ slot }) => slot === asked.output.slot) : undefined
  if (!booking) throw notFound()
  const { t, locale } = await translatorOf(c, ['emails'])
  const origin = publicOrigin(c.env, c.req.url)
  const file = writeCalendarFile({
    slot: booking.slot,
    origin,
    lang: locale.lang,
    title: t('emails.date.calendar'),
    text: t('emails.date.text'),
    url: origin + datesPage(c),
    now: c.get('now'),
  })
  return c.body(file, 200, {
    'Content-Type': 'text/calendar; charset=utf-8',
    'Content-Disposition': 'attachment; filename="blind-date.ics"',
    'Cache-Control': 'no-store',
  })
}

/** The date's object, for calls; 404 for an id that no blind date can have. */
function dateFor(c: AppContext, id: string) {
  if (!isEncounterId(id) || encounterKindOf(id) !== 'blind') throw notFound()
  return encounterObject(c.env, id)
}

/** The member's seat after a start: as the redirect to its page, and as the event of the same name. */
async function seated(c: AppContext, viewerId: string, seat: Seat): Promise<ActionResult<BlindDateEvent>> {
  if (seat.state !== 'paired') {
    const isWaiting = seat.state === 'waiting'
    return { to: datesPage(c), data: { id: null, state: isWaiting ? 'lobby' : 'ended', until: null } }
  }
  const view = await encounterObject(c.env, seat.id).view(viewerId)
  const state = view === null ? 'ended' : view.phase
  const until = view?.until ?? null
  return { to: datePage(c, seat.id), data: { id: seat.id, state, until: until === null ? null : toIso(until) } }
}

const toIso = (at: number) => new Date(at).toISOString()

const datesPage = (c: AppContext): string => href(routes.blindDates, {}, { locale: c.get('locale').code })

const datePage = (c: AppContext, id: string, query: Record<string, string> = {}): string =>
  href(routes.blindDate, { id }, { locale: c.get('locale').code, query })
