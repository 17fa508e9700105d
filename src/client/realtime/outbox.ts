import type { Draft, OutboxItem } from '#shared/realtime.tsx'
import { timings, type ConversationChannel, type SendData, type WireMessage } from '#shared/wire.ts'
import { RequestError, type Requests } from './requests.ts'

type OutboxDeps = {
  ask: Requests['ask']
  isOpen: () => boolean
  /** Who sends: for the message that an acknowledgement stands for. */
  memberId: string
  now?: () => number
  onSent: (channel: ConversationChannel, message: WireMessage) => void
}

/** The server's mind will not change: only the writer can. */
const finalCodes: ReadonlySet<string> = new Set(['bad-frame', 'too-big', 'forbidden', 'unauthorized', 'conflict'])
const triesOnOneConnection = 3

/**
 * One's own messages until the server has acknowledged them. One at a time per conversation, so that they arrive in the
 * order they were written; sent again with the same `cid` after a reconnect, which the server counts as the same message.
 */
export function createOutbox({ ask, isOpen, memberId, now = Date.now, onSent }: OutboxDeps) {
  let items: readonly OutboxItem[] = []
  const perChannel = new Map<ConversationChannel, readonly OutboxItem[]>()
  const listeners = new Set<() => void>()
  const busy = new Set<ConversationChannel>()
  const refused = new Set<string>()
  let isOver = false

  const update = (next: readonly OutboxItem[]) => {
    items = next
    perChannel.clear()
    for (const listener of listeners) listener()
  }
  const mark = (cids: (item: OutboxItem) => boolean, status: OutboxItem['status']) => {
    if (items.some((item) => cids(item) && item.status !== status))
      update(items.map((item) => (cids(item) ? { ...item, status } : item)))
  }
  const remove = (cid: string) => {
    refused.delete(cid)
    update(items.filter((item) => item.cid !== cid))
  }

  async function run(channel: ConversationChannel): Promise<void> {
    if (busy.has(channel)) return
    busy.add(channel)
    let tries = 0
    try {
      for (;;) {
        const item = items.find((candidate) => candidate.channel === channel && candidate.status === 'pending')
        if (!item || !isOpen()) return
        try {
          const sent = (await ask({ type: 'message:send', channel, cid: item.cid, text: item.text })) as SendData
          tries = 0
          onSent(channel, { ...sent, cid: item.cid, from: memberId, text: item.text })
          remove(item.cid)
        } catch (error) {
          if (!(error instanceof RequestError)) throw error
          if (error.code === 'closed') return // the reconnect runs it again
          if (finalCodes.has(error.code)) refused.add(item.cid)
          else if (error.code !== 'timeout' && ++tries < triesOnOneConnection) {
            await new Promise((resolve) => setTimeout(resolve, timings.minBackoffMs))
            continue
          }
          tries = 0
          mark(({ cid }) => cid === item.cid, 'failed')
        }
      }
    } finally {
      busy.delete(channel)
    }
  }

  return {
    items(channel: ConversationChannel): readonly OutboxItem[] {
      const known = perChannel.get(channel) ?? items.filter((item) => item.channel === channel)
      perChannel.set(channel, known)
      return known
    },
    onChange(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(channel: ConversationChannel, { text }: Draft, cid: string = crypto.randomUUID()): OutboxItem {
      const item: OutboxItem = { channel, cid, text, createdAt: now(), status: isOver ? 'failed' : 'pending' }
      update([...items, item])
      void run(channel)
      return item
    },
    retry(cid: string): void {
      if (isOver) return
      refused.delete(cid)
      mark((item) => item.cid === cid, 'pending')
      const item = items.find((candidate) => candidate.cid === cid)
      if (item) void run(item.channel)
    },
    discard: remove,
    /** After a reconnect: everything that failed for want of a connection gets another chance. */
    resume(): void {
      mark((item) => !refused.has(item.cid), 'pending')
      for (const channel of new Set(items.map((item) => item.channel))) void run(channel)
    },
    /** The connection will not come back: say so at each message. */
    giveUp(): void {
      isOver = true
      mark(() => true, 'failed')
    },
  }
}
