import type { ConversationChannel, WireMessage } from '#shared/realtime/wire.ts'
import { RequestError } from '../requests.ts'
import { sentMessage, type Delivery } from './deliver.ts'
import type { Persistence } from './persistence.ts'
import type { KnownItems } from './known-items.ts'
import type { StoredItem } from './outbox-store.ts'
import type { OutboxTabs } from './outbox-tabs.ts'
import { afterFailure } from './retry-policy.ts'

type SendDeps = {
  items: KnownItems
  persistence: Persistence
  delivery: Delivery
  tabs: Pick<OutboxTabs, 'alone' | 'broadcast'>
  memberId: string
  isReady: () => boolean
  onSent: (channel: ConversationChannel, message: WireMessage) => void
}

/** Sends what waits, one conversation at a time in this browser. A call while one is under way makes it look again. */
export function createSender({ items, persistence, delivery, tabs, memberId, isReady, onSent }: SendDeps) {
  const wanted = new Set<ConversationChannel>()
  const busy = new Set<ConversationChannel>()

  async function sendWaiting(channel: ConversationChannel): Promise<void> {
    wanted.add(channel)
    if (busy.has(channel)) return
    busy.add(channel)
    try {
      while (isReady() && wanted.delete(channel)) await tabs.alone(channel, () => drain(channel))
    } finally {
      busy.delete(channel)
    }
  }

  /** Oldest first. A message that could not be sent yet holds up those behind it: the order is kept. */
  async function drain(channel: ConversationChannel): Promise<void> {
    let failures = 0
    for (;;) {
      await persistence.refresh() // Another tab may have changed the storage.
      const item = items.findNext(channel)
      if (!item || item.status === 'failed' || !isReady()) return
      try {
        await deliver(item)
        failures = 0
      } catch (error) {
        if (!(error instanceof RequestError)) throw error
        const next = afterFailure(error, failures)
        if (next.kind === 'later') return
        if (next.kind === 'failed') return persistence.mark(item.cid, { status: 'failed' })
        if (next.kind === 'refused') await persistence.mark(item.cid, { status: 'failed', isRefused: true, reason: error.code })
        else {
          if (next.countsAsFailure) failures++
          await new Promise((resolve) => setTimeout(resolve, next.ms))
        }
      }
    }
  }

  async function deliver(item: StoredItem): Promise<void> {
    const { channel, cid } = item
    const whole = await uploadPhoto(item)
    const message = sentMessage(whole, await delivery.send(whole), memberId)
    onSent(channel, message)
    tabs.broadcast({ kind: 'sent', channel, message })
    await persistence.remove(cid)
  }

  async function uploadPhoto(item: StoredItem): Promise<StoredItem> {
    if (!item.photo || item.uploaded) return item
    const uploaded = await delivery.upload(item, item.photo)
    await persistence.mark(item.cid, { uploaded })
    return { ...item, uploaded }
  }

  return {
    sendWaiting,
    sendAll(): void {
      for (const channel of new Set(items.all.map((item) => item.channel))) void sendWaiting(channel)
    },
  }
}
