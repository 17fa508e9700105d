import { createStore, type StoreApi } from 'zustand/vanilla'
import type { InboxRow, MemberJoinData } from '#features/member-hub/contract.ts'
import { channelName, type ChannelName, type ServerEvent } from '#shared/wire.ts'
import { applyInboxEvent } from './inbox-rows.ts'

export type Inbox = StoreApi<{ rows: readonly InboxRow[] }> & {
  hear(event: ServerEvent): void
  /** The answer of a join of the member's channel: after a reconnect it is newer than any event before. */
  joined(channel: ChannelName, data: unknown): void
  replace(rows: readonly InboxRow[]): void
}

/** The inbox rows of one member, begun with those that the page came with. */
export function createInboxState(initial: readonly InboxRow[], viewerId: string): Inbox {
  const store = createStore<{ rows: readonly InboxRow[] }>(() => ({ rows: initial }))
  const replace = (rows: readonly InboxRow[]) => store.setState({ rows })
  return {
    ...store,
    replace,
    hear(event) {
      if (isInbox(event)) replace(applyInboxEvent(store.getState().rows, event.data, viewerId))
    },
    joined(channel, data) {
      const { inbox } = data as Partial<MemberJoinData>
      if (channel === channelName.member(viewerId) && inbox) replace(inbox)
    },
  }
}

/** The union's `client-…` member has a template for a name, so comparing names alone does not narrow it. */
function isInbox(event: ServerEvent): event is Extract<ServerEvent, { event: 'inbox' }> {
  return event.event === 'inbox'
}
