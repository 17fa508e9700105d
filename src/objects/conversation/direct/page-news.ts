import { warn } from '#server/log.ts'
import type { PageNewsDeps } from './direct-port.ts'

/** Sends pages with direct sockets what they lack, beside the deliveries to their members' hubs. */
export class PageNews {
  readonly #deps: PageNewsDeps
  #isDue = false
  #isAsking = false

  constructor(deps: PageNewsDeps) {
    this.#deps = deps
  }

  /** Before anything is shown, the question to D1 finds a block whose call got lost. */
  send(): void {
    const { ports } = this.#deps
    if (ports.directs().members().size === 0) return
    if (ports.isKnownAllowed()) return this.#sendToAll()
    this.#isDue = true
    if (!this.#isAsking) void this.#askFirst()
  }

  /** What is written while it asks may come too late for this round. */
  async #askFirst(): Promise<void> {
    this.#isAsking = true
    try {
      while (this.#isDue) {
        this.#isDue = false
        if (await this.#deps.ports.isAllowed()) this.#sendToAll()
      }
    } catch (error) {
      // The next run asks again.
      warn('direct news', error)
    }
    this.#isAsking = false
  }

  #sendToAll(): void {
    for (const member of this.#deps.ports.directs().members()) this.#sendTo(member)
  }

  /** Sends messages, then receipts that are due or can go along. */
  #sendTo(member: string): void {
    const { state, log, marks, presence, ports, stateOf, takeProgress } = this.#deps
    const directs = ports.directs()
    if (!directs.has(member)) return
    const delivery = stateOf(member)
    const isNews = directs.sendNews(member, state, log)
    if (isNews) takeProgress(member, marks.received(member))
    const now = ports.now()
    if (delivery.receiptsAt === null || (!isNews && delivery.receiptsAt > now)) return
    if (marks.isNewsFor(member)) {
      const receipts = marks.seenBy(member)
      marks.setDelivered(member, receipts)
      if (!isNews) delivery.receiptsOnlyAt = now
      directs.sendReceipts(member, receipts)
    }
    // Other devices of the member get theirs from the hub.
    if (!presence.hasAtHub(member)) delivery.receiptsAt = null
  }
}
