import type { LobbyProps, RoomProps } from '#features/encounters/anonymous/contract.ts'
import type { DateRoomProps, DatesProps } from '#features/encounters/dates/contract.ts'
import type { HistoryPage } from '#features/chat/contract.ts'
import type { EncounterView } from '#features/encounters/contract.ts'
import { encounterKindOf } from '#shared/realtime/encounter-id.ts'
import type { Answered } from '../press.ts'

/** Where a device believes its member to be. `phase`: of a date. */
export type ShownSeat =
  | { state: 'free' }
  | { state: 'waiting'; kind: 'anonymous' | 'blind' }
  | { state: 'paired'; id: string; phase: string }

/** Reads the payload of a page; null where nobody wants it any more. */
export type ReadPage = (path: string) => Promise<Answered | null>

/** What an encounter's page shows. `gone`: there is no such page. */
export type ShownRoom =
  | { kind: 'away' | 'gone' }
  | { kind: 'matched'; conversation: string }
  | { kind: 'open'; view: EncounterView; history: HistoryPage | null }

export const lobbyPath = '/anonymous-chat'
export const datesPath = '/blind-dates'

/** Where the pages say that the member is; null while they cannot say. */
export async function readSeat(read: ReadPage): Promise<ShownSeat | null> {
  const lobby = propsOf<LobbyProps>(await read(lobbyPath))
  if (lobby?.kind === 'waiting') return { state: 'waiting', kind: 'anonymous' }
  if (lobby?.kind === 'paired') return { state: 'paired', id: lobby.id, phase: 'talking' }
  if (lobby?.kind === 'free') return lobby.waitsForDate ? { state: 'waiting', kind: 'blind' } : { state: 'free' }
  if (lobby?.kind === 'closed') return { state: 'free' }
  return lobby?.kind === 'date' ? readDate(read) : null
}

async function readDate(read: ReadPage): Promise<ShownSeat | null> {
  const dates = propsOf<DatesProps>(await read(datesPath))
  if (dates?.kind !== 'open' || dates.seat.state !== 'date') return null
  const { id } = dates.seat
  const room = await readRoom(read, id)
  return room?.kind === 'open' ? { state: 'paired', id, phase: room.view.phase } : null
}

export async function readRoom(read: ReadPage, id: string): Promise<ShownRoom | null> {
  const isDate = encounterKindOf(id) === 'blind'
  const page = await read(`${isDate ? datesPath : lobbyPath}/${id}`)
  if (page?.status === 404) return { kind: 'gone' }
  const props = propsOf<RoomProps | DateRoomProps>(page)
  if (props?.kind === 'revealed' || props?.kind === 'matched') return { kind: 'matched', conversation: props.conversation }
  if (props?.kind === 'chat' || props?.kind === 'date') return { kind: 'open', view: props.view, history: props.history }
  return props && { kind: 'away' }
}

/** The props of a page from its payload; null where it is none. */
function propsOf<Props>(page: Answered | null): Props | null {
  return (page?.body as { data?: { props?: Props } } | null | undefined)?.data?.props ?? null
}
