import type { Acknowledgement, Delivery } from '#features/chat/contract.ts'
import { isEncounterId } from '#shared/realtime/encounter-id.ts'
import { channelName } from '#shared/realtime/wire.ts'
import type { Broadcaster } from './connections/broadcaster.ts'
import type { Connections } from './connections/connections.ts'
import type { Pong } from './connections/pong.ts'
import type { EncounterHeads } from './conversations/encounter-heads.ts'
import { progressOf } from './conversations/receipt-sync.ts'
import type { Applied, Inbox, Receipts } from './inbox/inbox.ts'
import type { WriteBehind } from './inbox/write-behind.ts'
import { markNotificationsRead, showRow } from './mark-read.ts'
import { receiveEncounter } from './receive-encounter.ts'
import type { Search } from './search/search.ts'
import type { Notifications } from './notifications/notifications.ts'

export type DeliveryReceiverDeps = {
  connections: Connections
  broadcaster: Broadcaster
  pong: Pong
  encounterHeads: EncounterHeads
  inbox: Inbox
  writes: WriteBehind
  search: Search
  notifications: Notifications
}

/** Receipts of a hub without the conversation. */
const nothing = { delivered: 0, readAt: 0, keptRead: 0 }

/** All consequences of a conversation's delivery, top to bottom. Nothing here awaits, so deliveries keep their order. */
export class DeliveryReceiver {
  readonly #deps: DeliveryReceiverDeps

  constructor(deps: DeliveryReceiverDeps) {
    this.#deps = deps
  }

  /** Takes the member's own delivery, which came with the answer to a message; the conversation's end may have overtaken it. */
  receiveOwn(delivery: Delivery): void {
    const { conversation, epoch } = delivery
    if (isEncounterId(conversation) || this.#deps.inbox.find(conversation)?.epoch === epoch) this.receive(delivery)
  }

  /**
   * Shows messages on screen before they are stored. They are written with whatever follows within seconds. If the object
   * restarts first, the conversation redelivers them.
   */
  receive(delivery: Delivery): Acknowledgement {
    if (isEncounterId(delivery.conversation)) return receiveEncounter(this.#deps, delivery)
    const { connections, broadcaster, inbox, writes, notifications } = this.#deps
    const { conversation, epoch, settle } = delivery
    const isOnScreen = delivery.isShown === true || connections.hasJoined(channelName.conversation(conversation))
    // True if some device shows the messages immediately: in the conversation, or in its inbox row.
    const applied = inbox.apply(delivery, isOnScreen || broadcaster.isListening)
    if (applied) {
      const isRowChanged = this.#takeRead(delivery) || applied.isRowChanged
      this.#showEvents(delivery, applied)
      this.#showInbox(delivery, { ...applied, isRowChanged }, isOnScreen)
      this.#notify(delivery, { ...applied, isRowChanged }, isOnScreen)
    }
    if (!applied?.mayWait || settle || !isOnScreen || writes.isFull) writes.flush()
    return {
      progress: progressOf(this.#receiptsOf(delivery, applied), notifications.preferences.read().readMarks),
      stored: inbox.storedHead(conversation, epoch),
      hasGap: applied === null,
    }
  }

  /** Takes what pages have read meanwhile; true if that changes the row. */
  #takeRead({ conversation, read, keptRead = 0 }: Delivery): boolean {
    if (read === undefined) return false
    const { inbox } = this.#deps
    const before = inbox.findUnread(conversation)
    inbox.markRead(conversation, read, { keptRead })
    return inbox.findUnread(conversation) !== before
  }

  #receiptsOf({ conversation, read }: Delivery, applied: Applied | null): Omit<Receipts, 'conversation'> {
    if (!applied) return nothing
    return read === undefined ? applied.receipts : (this.#deps.inbox.find(conversation) ?? nothing)
  }

  /** Sends events to the conversation's own channel, and feeds the search index. */
  #showEvents(delivery: Delivery, { fresh, isOtherLog }: Applied): void {
    const { broadcaster, search } = this.#deps
    const { conversation, presence, marks } = delivery
    const channel = channelName.conversation(conversation)
    for (const change of presence) broadcaster.presence(channel, change)
    if (isOtherLog) search.forget(conversation)
    search.take(delivery)
    for (const message of fresh) broadcaster.message(channel, message)
    for (const receipts of marks) broadcaster.marks(channel, receipts)
  }

  #showInbox({ conversation, messages }: Delivery, { isRowChanged, isAccepted }: Applied, isOnScreen: boolean): void {
    const { notifications, pong } = this.#deps
    if (isRowChanged) showRow(this.#deps, conversation)
    if (isAccepted) notifications.markConversationRead(conversation)
    // Also for a repeat: if the first delivery failed half-way, clients notice it by the head.
    if (isOnScreen && messages.length > 0) pong.update()
  }

  #notify(delivery: Delivery, { fresh, arrived, isRowChanged }: Applied, isOnScreen: boolean): void {
    const { conversation, self, stage, silent, read = 0 } = delivery
    // A request has its own notification, without its text.
    if ((fresh.length === 0 && read === 0) || stage !== 'open') return
    const last = arrived.findLast((message) => !message.deleted)
    if (last && last.from !== self && !silent && last.seq > read)
      this.#deps.notifications.notifyOfMessage(conversation, last, isOnScreen)
    else if (isRowChanged) markNotificationsRead(this.#deps, conversation)
  }
}
