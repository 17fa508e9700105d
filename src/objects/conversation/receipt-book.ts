import type { Progress } from '#features/chat/contract.ts'
import type { DirectFacts } from '#shared/realtime/direct/direct-socket.ts'
import type { Receipt } from '#shared/realtime/wire.ts'
import type { ConversationState } from './conversation-store.ts'

/** The members' receipts, and those that each viewer was last sent. */
export class ReceiptBook {
  readonly #state: ConversationState
  /** Viewer → the receipts last delivered to them. */
  readonly #delivered = new Map<string, Receipt[]>()

  constructor(state: ConversationState) {
    this.#state = state
  }

  /** Takes receipts from a member's hub; true if anything was new. Receipts only grow. */
  take(member: string, { delivered, read, sharesRead }: Progress): boolean {
    const before = this.of(member)
    const after = { delivered: Math.max(before.delivered, delivered), read: Math.max(before.read, read), sharesRead }
    this.#state.progress.set(member, after)
    return after.delivered !== before.delivered || after.read !== before.read || after.sharesRead !== before.sharesRead
  }

  of(member: string): Progress {
    return this.#state.progress.get(member) ?? { delivered: 0, read: 0, sharesRead: true }
  }

  /** The member's receipts once a device of theirs has everything. */
  received(member: string): Progress {
    return { ...this.of(member), delivered: this.#state.head }
  }

  /** The same with their own message as the last: they have read everything before it. */
  sent(member: string): Progress {
    const { read, sharesRead } = this.of(member)
    const { head } = this.#state
    return { delivered: head, read: sharesRead ? Math.max(read, head) : 0, sharesRead }
  }

  /** The same once a page has shown everything up to this position, as far as the member shares that. */
  read(member: string, position: number, { sharesRead, keptRead }: Pick<DirectFacts, 'sharesRead' | 'keptRead'>): Progress {
    const read = sharesRead && position > keptRead ? position : 0
    return { delivered: Math.max(this.of(member).delivered, position), read, sharesRead }
  }

  /** Returns the others' receipts that the viewer may see: read receipts only between two who both share theirs. */
  seenBy(viewer: string): Receipt[] {
    if (this.#state.request) return []
    const sharesRead = this.#state.progress.get(viewer)?.sharesRead ?? true
    return [...this.#state.progress]
      .filter(([member]) => member !== viewer)
      .map(([member, { delivered, read, sharesRead: theirs }]) => ({
        user_id: member,
        delivered,
        read: sharesRead && theirs ? read : 0,
      }))
  }

  /** True when receipts for the viewer's own messages have changed; no others are shown. */
  isNewsFor(viewer: string): boolean {
    const delivered = this.#delivered.get(viewer)
    return delivered === undefined || this.#reach(viewer, delivered) !== this.#reach(viewer, this.seenBy(viewer))
  }

  #reach(viewer: string, marks: readonly Receipt[]): string {
    const own = this.#state.lastFrom.get(viewer) ?? 0
    return marks.map(({ delivered, read }) => `${Math.min(delivered, own)} ${Math.min(read, own)}`).join()
  }

  setDelivered(viewer: string, marks: Receipt[]): void {
    this.#delivered.set(viewer, marks)
  }
}
