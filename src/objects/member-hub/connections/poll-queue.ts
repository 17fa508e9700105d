import { pollAnswerCharacters, pollQueueBounds } from '../rules.ts'

export type QueuedFrame = { n: number; text: string }

/** Request ids that a queue remembers: more than a client can send while it retries one call. */
const rememberedIds = 8_192

/** Frames for a polling client: numbered from 1, and resent until acknowledged. */
export class PollQueue {
  #frames: QueuedFrame[] = []
  #characters = 0
  #last = 0
  readonly #seenIds = new Set<number>()

  /** Returns false when the queue has grown past its bounds: its client does not read it. */
  push(text: string): boolean {
    this.#frames.push({ n: ++this.#last, text })
    this.#characters += text.length
    return this.#frames.length <= pollQueueBounds.frames && this.#characters <= pollQueueBounds.characters
  }

  /** Drops frames up to `ack`, which the client has received; false for a number that was never sent. */
  acknowledge(ack: number): boolean {
    if (ack > this.#last) return false
    const kept = this.#frames.findIndex(({ n }) => n > ack)
    const received = this.#frames.splice(0, kept === -1 ? this.#frames.length : kept)
    for (const { text } of received) this.#characters -= text.length
    return true
  }

  get isEmpty(): boolean {
    return this.#frames.length === 0
  }

  /** Returns the oldest frames that fit into one answer; at least one, if there is any. */
  next(): QueuedFrame[] {
    let characters = 0
    const end = this.#frames.findIndex(({ text }, index) => (characters += text.length) > pollAnswerCharacters && index > 0)
    return end === -1 ? [...this.#frames] : this.#frames.slice(0, end)
  }

  clear(): void {
    this.#frames = []
    this.#characters = 0
  }

  /** True the first time; a repeat's answer is in the queue or was acknowledged. */
  takes(requestId: number): boolean {
    if (this.#seenIds.has(requestId)) return false
    this.#seenIds.add(requestId)
    if (this.#seenIds.size > rememberedIds) {
      const [oldest] = this.#seenIds
      if (oldest !== undefined) this.#seenIds.delete(oldest)
    }
    return true
  }
}
