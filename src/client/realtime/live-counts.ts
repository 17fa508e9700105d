import type { StoreApi } from 'zustand/vanilla'
import type { MemberJoinData } from '#features/chat/contract.ts'
import { noteChange } from '#shared/changes.ts'
import type { LiveState } from '#shared/realtime/realtime.tsx'
import { isEvent, type ServerEvent } from '#shared/realtime/wire.ts'

type Live = Pick<StoreApi<LiveState>, 'setState'>

/** An event of the member's own channel changes the counts that every page shows. */
export function takeEvent(live: Live, event: ServerEvent): void {
  noteChange()
  if (isEvent(event, 'notifications')) {
    const { unread: notifications, bell, likes } = event.data
    live.setState({ notifications, bell, likes })
  }
  if (isEvent(event, 'visitors')) live.setState({ visitors: event.data.people })
  if (!isEvent(event, 'inbox')) return
  const { conversation, stage, unread, totalUnread, requests } = event.data
  // The total counts open conversations only.
  const counted = { [conversation]: stage === 'open' ? unread : 0 }
  live.setState(({ unreadIn }) => ({ unread: totalUnread, unreadIn: { ...unreadIn, ...counted }, requests }))
}

/** The answer to the join of that channel has all counts at once, and the match whose notification a lost line has missed. */
export function takeSummary(live: Live, data: unknown): void {
  const { summary } = data as Partial<MemberJoinData>
  if (!summary) return
  const { conversations, ...news } = summary
  const unreadIn = Object.fromEntries(conversations.map(({ conversation, unread }) => [conversation, unread]))
  live.setState({ ...news, unreadIn })
}
