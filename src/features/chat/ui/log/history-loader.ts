import type { HistoryPage } from '#features/chat/contract.ts'
import type { Chat } from '../conversation/chat-state.ts'
import { addEarlier, addLater } from './log-extension.ts'

export type Direction = 'before' | 'after'
type AddressOf = (query: Partial<Record<Direction | 'at', number>>) => string

/** Loads the next page at an end of the window; false if that fails. */
export async function extend(chat: Chat, direction: Direction, addressOf: AddressOf): Promise<boolean> {
  const edgeOf = () => (direction === 'before' ? chat.getState().messages[0] : chat.getState().messages.at(-1))
  const edge = edgeOf()
  if (!edge) return true
  const page = await fetchHistory(addressOf({ [direction]: edge.seq }))
  // If the window has moved meanwhile, the page belongs to the earlier one.
  if (page && edge.seq === edgeOf()?.seq) chat.extend(page, direction === 'before' ? addEarlier : addLater)
  return page !== null
}

/** Opens the window around a message, or the newest one; false if that fails. */
export async function openWindowAt(chat: Chat, at: number | undefined, addressOf: AddressOf): Promise<boolean> {
  const page = await fetchHistory(addressOf(at === undefined ? {} : { at }))
  if (page) chat.open(page)
  if (at !== undefined) chat.find(at)
  return page !== null
}

/** Loads one message that is only quoted. */
export async function learn(chat: Chat, seq: number, addressOf: AddressOf): Promise<void> {
  const page = await fetchHistory(addressOf({ at: seq }))
  chat.quote(page?.messages.filter((message) => message.seq === seq) ?? [])
}

/** Fetches the history part of a page's payload; null if that fails. */
async function fetchHistory(address: string): Promise<HistoryPage | null> {
  const [path = '', search = ''] = address.split('?')
  try {
    const response = await fetch(`${path}/_payload.json?${search}`, { headers: { Accept: 'application/json' } })
    if (!response.ok) return null
    const { deferred } = (await response.json()) as { deferred?: { history?: HistoryPage | null } }
    return deferred?.history ?? null
  } catch {
    return null // Offline: the link stays and can be pressed.
  }
}
