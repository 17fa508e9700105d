import { newId } from '#ui/browser/new-id.ts'
import { storageKeys } from '#shared/browser/storage-keys.ts'
import { localStore } from '#ui/browser/stores.ts'
import type { Draft, OutboxItem, Realtime } from '#shared/realtime/realtime.tsx'
import type { ConversationChannel, WireMessage } from '#shared/realtime/wire.ts'
import { createDelivery, type Delivery } from './deliver.ts'
import { createPersistence } from './persistence.ts'
import { KnownItems } from './known-items.ts'
import { openOutboxStore, type StoredItem, type OutboxStore } from './outbox-store.ts'
import { joinOutboxTabs, type OutboxTabs, type TabNews } from './outbox-tabs.ts'
import { createSender } from './send-waiting.ts'
import type { Requests } from '../requests.ts'

export type OutboxDeps = {
  ask: Requests['ask']
  /** True while there is a connection that is known to be this member's. */
  isReady: () => boolean
  /** The sender's id, for the message that an acknowledgement creates. */
  memberId: string
  /** May be called twice for one message: by this tab and on behalf of another. */
  onSent: (channel: ConversationChannel, message: WireMessage) => void
  now?: () => number
  /** Called when a message is stored, so that the end of the session clears the storage. */
  noteKept?: () => void
  store?: OutboxStore
  joinTabs?: (member: string, onNews: (news: TabNews) => void) => OutboxTabs
  delivery?: Delivery
}

export type Outbox = Realtime['outbox'] & {
  /** After a reconnect: retries everything that failed for lack of a connection. */
  resume(): Promise<void>
  /** The connection has closed for good: marks each message as failed. The next page sends stored ones. */
  giveUp(): void
  stop(): void
}

/**
 * The viewer's messages until the server has acknowledged them. They are stored in IndexedDB, which all tabs share, and sent
 * one at a time per conversation and browser, in the order of writing. Every retry has the same `cid`, so that the server
 * counts it as the same message. A message that cannot be stored lives in this tab's memory.
 */
export function createOutbox(deps: OutboxDeps): Outbox {
  const { ask, isReady, memberId, onSent, now = Date.now, noteKept = noteInStorage } = deps
  const store = deps.store ?? openOutboxStore(memberId)
  const delivery = deps.delivery ?? createDelivery({ ask })
  const tabs = (deps.joinTabs ?? joinOutboxTabs)(memberId, (news) => void receive(news))
  const items = new KnownItems()
  const persistence = createPersistence({ store, items, noteKept, onChanged: () => tabs.broadcast({ kind: 'changed' }) })
  const { sendWaiting, sendAll } = createSender({ items, persistence, delivery, tabs, memberId, isReady, onSent })

  async function receive(news: TabNews): Promise<void> {
    if (news.kind === 'sent') onSent(news.channel, news.message)
    await persistence.refresh()
    sendAll()
  }

  /** Messages that failed because there was no connection, not because the server refused them, wait again. */
  async function releaseStuck(channel?: ConversationChannel): Promise<void> {
    for (const item of items.all)
      if (isStuck(item) && (!channel || item.channel === channel)) await persistence.mark(item.cid, { status: 'pending' })
  }

  void persistence.refresh()

  return {
    items: (channel) => items.in(channel),
    onChange: items.onChange,
    async add(channel: ConversationChannel, { text, replyTo, photo }: Draft, cid: string = newId()): Promise<OutboxItem> {
      const item: StoredItem = { channel, cid, text, createdAt: now(), status: 'pending' }
      if (replyTo) item.replyTo = replyTo
      if (photo) item.photo = photo
      await persistence.add(item)
      // A writer who continues also wants the stuck earlier messages sent.
      await releaseStuck(channel)
      void sendWaiting(channel)
      return items.find(cid) ?? item
    },
    retry(cid) {
      const item = items.find(cid)
      if (!item || items.isOver) return
      void persistence.mark(cid, { status: 'pending', isRefused: false }).then(() => sendWaiting(item.channel))
    },
    discard(cid) {
      const item = items.find(cid)
      if (item) void persistence.remove(cid).then(() => sendWaiting(item.channel))
    },
    async resume() {
      await persistence.refresh()
      await releaseStuck()
      sendAll()
    },
    giveUp: () => items.giveUp(),
    stop() {
      tabs.close()
      store.close()
    },
  }
}

function isStuck({ status, isRefused }: StoredItem): boolean {
  return status === 'failed' && !isRefused
}

function noteInStorage(): void {
  localStore.write(storageKeys.outboxMark, '1')
}
