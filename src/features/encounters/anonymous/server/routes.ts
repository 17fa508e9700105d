import type { StartResult } from '#features/encounters/contract.ts'
import { choiceOf, seatOf } from '#features/encounters/talk/server/public.ts'
import {
  encounterReportInput,
  reportEncounter,
  requireEncounterAccess,
  type EncounterReportInput,
} from '#features/reports/server/public.ts'
import { on, type ActionResult } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import { requireMember } from '#server/auth/require-member.ts'
import type { AppContext } from '#server/context.ts'
import { encounterObject } from '#server/objects/stubs.ts'
import { AppError, notFound } from '#shared/errors.ts'
import { encounterKindOf, isEncounterId } from '#shared/realtime/encounter-id.ts'
import type { AnonymousEvent } from '#shared/realtime/wire.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { anonymousActions } from '../contract.ts'
import { encounterInput, joinInput, leaveInput, type EncounterInput, type JoinInput } from './schemas.ts'

/** Anonymous chat: waiting for a stranger, and what the two in a chat may do. Messages use the chat's own action. */
export const anonymousRoutes = handle(anonymousActions, {
  join: on(joinInput, join),
  leave: on(leaveInput, leave),
  next: on(encounterInput, next),
  reveal: on(encounterInput, reveal),
  report: on(encounterReportInput, report),
})

async function join(c: AppContext, { topics, ...languages }: JoinInput): Promise<ActionResult<AnonymousEvent>> {
  const { id: viewerId } = await requireEncounterAccess(c)
  const request = { kind: 'anonymous', choice: choiceOf(c, languages), topics, slot: null, profile: null } as const
  const result = await seatOf(c.env, viewerId).start(request)
  if (!result.ok) throw new AppError('In an encounter already', { status: 409, code: 'encounter-busy' })
  return seated(c, result)
}

/** A repeat, or leaving a chat that has already ended, changes nothing. */
async function leave(c: AppContext, { id }: { id?: string | undefined }): Promise<ActionResult> {
  const { id: viewerId } = await requireMember(c)
  if (id === undefined) {
    const seat = seatOf(c.env, viewerId)
    const held = await seat.read()
    if (held.state === 'waiting' && held.kind === 'anonymous') await seat.withdraw()
    return { to: lobbyOf(c) }
  }
  const result = await encounterFor(c, id).act(viewerId, { kind: 'leave' })
  if (!result.ok && result.code === 'forbidden') throw notFound()
  return { to: roomOf(c, id) }
}

async function next(c: AppContext, { id }: EncounterInput): Promise<ActionResult<AnonymousEvent>> {
  const { id: viewerId } = await requireEncounterAccess(c)
  const encounter = encounterFor(c, id)
  const result = await seatOf(c.env, viewerId).next(id)
  if (result.ok) return seated(c, result)
  if (result.code === 'too-many') {
    const { retryAfterS } = result
    throw new AppError('No partner left for this hour', { status: 429, code: 'next-quota', retryAfterS })
  }
  // The member has already left it, or it is not theirs.
  throw (await encounter.view(viewerId)) ? over() : notFound()
}

async function reveal(c: AppContext, { id }: EncounterInput): Promise<ActionResult> {
  const { id: viewerId } = await requireEncounterAccess(c)
  const result = await encounterFor(c, id).act(viewerId, { kind: 'reveal' })
  if (!result.ok) throw result.code === 'forbidden' ? notFound() : over()
  return { to: roomOf(c, id) }
}

async function report(c: AppContext, input: EncounterReportInput): Promise<ActionResult<{ reported: true }>> {
  encounterFor(c, input.id)
  const done = await reportEncounter(c, 'anonymous', input)
  return { to: roomOf(c, input.id, { done }), data: { reported: true } }
}

/** The chat's object, for calls; 404 for an id that no anonymous chat can have. */
function encounterFor(c: AppContext, id: string) {
  if (!isEncounterId(id) || encounterKindOf(id) !== 'anonymous') throw notFound()
  return encounterObject(c.env, id)
}

/** The member's seat after a start: as the redirect to its page, and as the event of the same name. */
function seated(c: AppContext, { seat }: Extract<StartResult, { ok: true }>): ActionResult<AnonymousEvent> {
  if (seat.state === 'free') return { to: lobbyOf(c), data: { state: 'ended' } }
  const since = new Date(seat.since).toISOString()
  if (seat.state === 'waiting') return { to: lobbyOf(c), data: { state: 'waiting', since } }
  return { to: roomOf(c, seat.id), data: { state: 'paired', id: seat.id, since } }
}

const over = () => new AppError('The encounter is over', { status: 409, code: 'encounter-over' })

const lobbyOf = (c: AppContext): string => href(routes.anonymousChat, {}, { locale: c.get('locale').code })

const roomOf = (c: AppContext, id: string, query: Record<string, string> = {}): string =>
  href(routes.anonymousChatRoom, { id }, { locale: c.get('locale').code, query })
