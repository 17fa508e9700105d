import type { Progress } from '#features/chat/contract.ts'
import type { Receipt } from '#shared/realtime/wire.ts'
import type { ConversationState } from './conversation-store.ts'

/** How far each member is, and what of it the others were told. */
export class ReceiptBook {
  readonly #state: ConversationState
  /** Viewer → what they were told last. */
  readonly #delivered = new Map<string, Receipt[]>()

  constructor(state: ConversationState) {
    this.#state = state
  }

  /** Takes what a member's hub says of itself; true when it was not known. Marks only grow. */
  take(member: string, { delivered, read, sharesRead }: Progress): boolean {
    const before = this.#state.progress.get(member) ?? { delivered: 0, read: 0, sharesRead: true }
    const after = { delivered: Math.max(before.delivered, delivered), read: Math.max(before.read, read), sharesRead }
    this.#state.progress.set(member, after)
    return after.delivered !== before.delivered || after.read !== before.read || after.sharesRead !== before.sharesRead
  }

  /** Of the others, as far as the viewer may know it: read marks only between two who both share theirs. */
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

  /** Marks matter for one's own messages: what changes nothing about those is no news. */
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
