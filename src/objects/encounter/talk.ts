import type { HistoryPage, HistoryWindow, JoinResult, Progress, SendInput, SentResult } from '#features/chat/contract.ts'
import { typingEvent, type Since, type WireMessage } from '#shared/realtime/wire.ts'
import { keptMessages } from '#features/encounters/contract.ts'
import type { EncounterStore } from './encounter-store.ts'
import { historyPage, joinPage } from '#objects/conversation/log-pages.ts'
import { passOn } from '#objects/conversation/client-events.ts'
import type { Open } from '#objects/conversation/open-conversation.ts'
import type { ConversationStore } from '#objects/conversation/conversation-store.ts'

export type TalkDeps = {
  encounter: string
  open: Open
  conversations: ConversationStore
  store: EncounterStore
  wakeAt(): void
}

/**
 * The messages and presence of the two: the parts of a conversation whose members are aliases. Texts only, the newest ones only,
 * and no contact details. The caller has checked who may do what now.
 */
export class Talk {
  readonly #deps: TalkDeps

  constructor(deps: TalkDeps) {
    this.#deps = deps
  }

  /**
   * Writes a message once per sender and cid, unless `holdsContact` finds contact details in it. The sender's hub takes its own delivery
   * from the answer.
   */
  send(
    alias: string,
    { cid, text, replyTo, photo }: Omit<SendInput, 'member'>,
    holdsContact: (text: string) => boolean,
  ): SentResult {
    const { open, store, wakeAt } = this.#deps
    const known = store.findAnswer(alias, cid)
    if (known) return { ok: true, epoch: open.state.epoch, ...known, isRepeat: true }
    if (photo !== undefined) return { ok: false, code: 'bad-frame' }
    if (holdsContact(text)) return { ok: false, code: 'contact-details' }
    const { result, isNews } = open.writer.send({ member: alias, cid, text, ...(replyTo ? { replyTo } : {}) }, Date.now())
    if (!isNews) {
      if (!result.ok) return result
      void open.fanOut.notifyRepeat(alias)
      return { ...result, isRepeat: true }
    }
    store.keepAnswers(open.log.keepNewest(keptMessages))
    const delivery = open.fanOut.give(alias)
    wakeAt()
    void open.fanOut.run()
    return result.ok && delivery ? { ...result, delivery } : result
  }

  /**
   * Enters a connection. Presence is always visible in an encounter, because the other one waits for a partner who has dropped
   * out.
   */
  join(alias: string, connection: string, since: Since | undefined): JoinResult {
    const { open } = this.#deps
    this.#deps.open.fanOut.announceStep(alias, open.presence.enter(alias, connection, false))
    const known = since && since.seq + 1 >= this.#oldest ? since : undefined
    const data = joinPage(open, known, open.marks.seenBy(alias))
    open.marks.setDelivered(alias, data.marks)
    // The hub stores no receipts of an encounter: everything in the answer has reached a device.
    open.fanOut.takeProgress(alias, { delivered: data.head, read: 0, sharesRead: false })
    return { ok: true, data, present: open.fanOut.presentTo(alias), rev: open.state.rev }
  }

  leave(alias: string, connections: readonly string[]): void {
    const { presence } = this.#deps.open
    for (const connection of connections) this.#deps.open.fanOut.announceStep(alias, presence.exit(alias, connection))
  }

  has(alias: string): boolean {
    return this.#deps.open.presence.has(alias)
  }

  /** How far a member's devices have received. What was read stays private. */
  mark(alias: string, { delivered }: Progress): void {
    const { fanOut } = this.#deps.open
    fanOut.takeProgress(alias, { delivered, read: 0, sharesRead: false })
    fanOut.saveCursors()
  }

  /** The event has no data: whatever a member says goes through `send`. */
  showTyping(alias: string): Promise<void> {
    return passOn(this.#deps.open, { conversation: this.#deps.encounter, event: typingEvent, from: alias, dataJson: 'null' })
  }

  history(alias: string, window: HistoryWindow): HistoryPage {
    const { open } = this.#deps
    const page = historyPage(open, window, open.marks.seenBy(alias))
    return { ...page, more: page.more && (page.messages[0]?.seq ?? 0) > this.#oldest }
  }

  /** The seq of the oldest stored message. */
  get #oldest(): number {
    return Math.max(1, this.lastSeq - keptMessages + 1)
  }

  get lastSeq(): number {
    return this.#deps.open.state.lastSeq
  }

  /** The stored messages, in order. */
  kept(): WireMessage[] {
    return this.#deps.open.log.readNewest(keptMessages)
  }

  /** Empties the channel and stops deliveries. The hubs are notified as soon as they can be reached. */
  close(now: number): void {
    const { open, conversations } = this.#deps
    if (open.state.closedAt !== null) return
    open.state.closedAt = now
    conversations.setClosed(now)
    open.presence.clear()
    this.#deps.wakeAt()
    this.resume()
  }

  get isClosed(): boolean {
    return this.#deps.open.state.closedAt !== null
  }

  /** Starts what is due immediately, regardless of earlier failures. */
  resume(): void {
    void this.#deps.open.fanOut.runAtOnce()
  }

  /** The alarm after a message: every hub receives what it is missing. */
  async settle(): Promise<void> {
    const { fanOut } = this.#deps.open
    await fanOut.settle()
    fanOut.saveCursors()
  }
}
