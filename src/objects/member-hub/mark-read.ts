import type { Broadcaster } from './connections/broadcaster.ts'
import type { ReceiptSync } from './conversations/receipt-sync.ts'
import type { LazyDirects } from './direct/lazy-directs.ts'
import type { Inbox } from './inbox/inbox.ts'
import type { Notifications } from './notifications/notifications.ts'

type ShowRowDeps = { inbox: Inbox; broadcaster: Broadcaster }
type NotificationDeps = { inbox: Inbox; notifications: Notifications }
export type MarkReadDeps = ShowRowDeps & NotificationDeps & { receipts: ReceiptSync }

/** Marks everything up to `seq` as read; null if the member has no such conversation. `unread`: total afterwards. */
export function markRead(deps: MarkReadDeps, conversation: string, seq: number): { unread: number } | null {
  const { inbox, receipts } = deps
  const before = inbox.findUnread(conversation)
  if (before === null || !inbox.markRead(conversation, seq)) return null
  receipts.start()
  markNotificationsRead(deps, conversation)
  if (inbox.findUnread(conversation) !== before) showRow(deps, conversation)
  return { unread: inbox.countUnread() }
}

/** The same for what a page has read, which this hub may not have yet. It has to be stored as read. */
export async function markReadByPage(
  deps: MarkReadDeps & { directs: Pick<LazyDirects, 'catchUp'> },
  conversation: string,
  seq: number,
): Promise<{ unread: number } | null> {
  if (seq > (deps.inbox.find(conversation)?.head ?? seq)) await deps.directs.catchUp(conversation)
  return markRead(deps, conversation, seq)
}

/** Also marks a conversation's notifications as read once it has no unread messages. */
export function markNotificationsRead({ inbox, notifications }: NotificationDeps, conversation: string): void {
  if (inbox.findUnread(conversation) === 0) notifications.markConversationRead(conversation)
}

/** Sends a conversation's row to the devices that show the inbox. */
export function showRow({ inbox, broadcaster }: ShowRowDeps, conversation: string): void {
  const event = inbox.findEvent(conversation)
  if (event) broadcaster.inbox(event)
}

/** Returns up to which message the member has opened a conversation; 0 if their inbox does not have it. */
export function readSeqOf(sql: SqlStorage, conversation: string): number {
  return (
    sql.exec<{ read_seq: number }>('SELECT read_seq FROM inbox WHERE conversation = ?', conversation).toArray()[0]?.read_seq ?? 0
  )
}
