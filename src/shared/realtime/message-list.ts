import { positionOf, type WireMessage } from './wire.ts'

/**
 * Merges two ranges of one conversation: in log order, each `seq` once, each message in its latest form. Returns the first list
 * if the second adds nothing, to avoid a re-render.
 */
export function mergeMessages(known: readonly WireMessage[], incoming: readonly WireMessage[]): readonly WireMessage[] {
  const bySeq = new Map(known.map((message) => [message.seq, message]))
  let isChanged = false
  for (const message of incoming) {
    const other = bySeq.get(message.seq)
    if (other && positionOf(other) >= positionOf(message)) continue
    bySeq.set(message.seq, message)
    isChanged = true
  }
  return isChanged ? [...bySeq.values()].sort((a, b) => a.seq - b.seq) : known
}

/** Drops outbox items that have arrived: an acknowledged message may be received before its answer. */
export function withoutArrived<Item extends { cid: string }>(
  pending: readonly Item[],
  messages: readonly WireMessage[],
): readonly Item[] {
  if (pending.length === 0) return pending
  const arrived = new Set(messages.map(({ cid }) => cid))
  return pending.filter(({ cid }) => !arrived.has(cid))
}
