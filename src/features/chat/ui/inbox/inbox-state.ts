import { createStore, type StoreApi } from 'zustand/vanilla'
import { channelName, isEvent, type ChannelName, type ServerEvent } from '#shared/realtime/wire.ts'
import { applyInboxEvent, mergeRows } from './inbox-rows.ts'
import type { InboxRow, MemberJoinData } from '#features/chat/contract.ts'

export type Inbox = StoreApi<{ rows: readonly InboxRow[] }> & {
  receive(event: ServerEvent): void
  /** Takes the answer of a join of the member's channel, with everything missed before it. */
  joined(channel: ChannelName, data: unknown): void
  /** Adds rows of a page that arrived later. */
  add(rows: readonly InboxRow[]): void
}

/** Creates the state of one member's inbox rows, starting with those of the page. */
export function createInboxState(initial: readonly InboxRow[], viewerId: string): Inbox {
  const store = createStore<{ rows: readonly InboxRow[] }>(() => ({ rows: initial }))
  const add = (incoming: readonly InboxRow[]) => store.setState(({ rows }) => ({ rows: mergeRows(rows, incoming) }))
  return {
    ...store,
    add,
    receive(event) {
      if (isEvent(event, 'inbox')) store.setState(({ rows }) => ({ rows: applyInboxEvent(rows, event.data, viewerId) }))
    },
    joined(channel, data) {
      const { inbox } = data as Partial<MemberJoinData>
      if (channel === channelName.member(viewerId) && inbox) add(inbox)
    },
  }
}
