import type { EncounterKind, EncounterPhase } from '#features/encounters/contract.ts'
import type { ChaosCall } from '../call.ts'
import type { TrueEncounter, TrueQueue, TrueSeat, TrueSide, TrueWait } from './truth.ts'

/** Asks the worker's entry. */
export type AskChaos = <Answer>(call: ChaosCall) => Promise<Answer>

type EncounterRows = {
  encounter: {
    kind: EncounterKind
    phase: EncounterPhase
    opened_at: number
    ended_at: number | null
    conversation: string | null
  }[]
  participants: { member: string; alias: string; accepted: 0 | 1; revealed: 0 | 1; voted: 0 | 1 | null; has_left: 0 | 1 }[]
  messages: { seq: number; sender: string; cid: string; text: string; sent_at: number }[]
  dropped: { seq: number; sender: string; cid: string }[]
}

/** Null for one that never opened. */
export async function lookAtEncounter(ask: AskChaos, id: string): Promise<TrueEncounter | null> {
  const rows = await ask<EncounterRows | null>({ call: 'encounter', id })
  const [row] = rows?.encounter ?? []
  const [one, other] = (rows?.participants ?? []).map(toSide)
  if (!rows || !row || !one || !other) return null
  return {
    id,
    kind: row.kind,
    phase: row.phase,
    openedAt: row.opened_at,
    endedAt: row.ended_at,
    conversation: row.conversation,
    sides: [one, other],
    messages: rows.messages.map(({ sender: from, sent_at: sentAt, ...message }) => ({ ...message, from, sentAt })),
    dropped: rows.dropped.map(({ sender: from, ...message }) => ({ ...message, from })),
  }
}

function toSide({ member, alias, accepted, revealed, voted, has_left }: EncounterRows['participants'][number]): TrueSide {
  const pressed = { accepted: accepted === 1, revealed: revealed === 1, voted: voted === null ? null : voted === 1 }
  return { member, alias, ...pressed, hasLeft: has_left === 1 }
}

type QueueRows = { waiting: { entry: string }[]; pairings: { id: string; state: string; one: string; other: string }[] }

export async function lookAtQueue(ask: AskChaos, name: string): Promise<TrueQueue> {
  const { waiting, pairings } = await ask<QueueRows>({ call: 'queue', name })
  const unfinished = pairings.filter(({ state }) => state !== 'opened')
  const pairingOf = new Map(
    unfinished.flatMap(({ id, one, other }) => [one, other].map((side) => [(JSON.parse(side) as { ticket: string }).ticket, id])),
  )
  return {
    name,
    waiting: waiting.map(({ entry }) => {
      const wait = JSON.parse(entry) as Omit<TrueWait, 'pairing'>
      return { ...wait, pairing: pairingOf.get(wait.ticket) ?? null }
    }),
    encounters: pairings.map(({ id }) => id),
  }
}

export async function lookAtSeat(ask: AskChaos, member: string): Promise<TrueSeat> {
  const { seat, shown } = await ask<{
    seat: { state: TrueSeat['state']; ticket: string; encounter: string | null }[]
    shown: { encounter: string }[]
  }>({ call: 'seat', member })
  const [row] = seat
  return {
    member,
    state: row?.state ?? 'free',
    ticket: row?.ticket ?? null,
    encounter: row?.encounter ?? null,
    shown: shown.map(({ encounter }) => encounter),
  }
}
