import { optional } from '#ui/browser/optional.ts'
import { withLock } from '#ui/browser/with-lock.ts'
import type { ConversationChannel, WireMessage } from '#shared/realtime/wire.ts'

/** A message from one tab to the member's others. */
export type TabNews =
  | { kind: 'changed' }
  /** A tab without a connection shows it too, and does not lose it from the outbox. */
  | { kind: 'sent'; channel: ConversationChannel; message: WireMessage }

export type OutboxTabs = {
  /** Runs `work` while no other tab of the member runs it for this conversation. The lock of a closed tab is released. */
  alone(channel: ConversationChannel, work: () => Promise<void>): Promise<void>
  broadcast(news: TabNews): void
  close(): void
}

/**
 * Connects the member's tabs of this browser. Without locks (an insecure context) two tabs may send the same message at once. The
 * server treats a repeated `cid` as one message, and each tab still sends one at a time in the shared order.
 */
export function joinOutboxTabs(member: string, onNews: (news: TabNews) => void): OutboxTabs {
  const name = `outbox:${member}`
  const others = optional(() => new BroadcastChannel(name))
  others?.addEventListener('message', ({ data }: MessageEvent<TabNews>) => onNews(data))
  return {
    alone: (channel, work) => withLock(`${name}:${channel}`, work),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of this origin has none
    broadcast: (news) => others?.postMessage(news),
    close: () => others?.close(),
  }
}
