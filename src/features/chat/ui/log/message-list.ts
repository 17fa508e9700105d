import { positionOf, type WireMessage } from '#shared/realtime/wire.ts'

/**
 * Two stretches of one conversation as one: in the log's order, each `seq` once, each message as it was told last. Gives
 * back the first list when the second brings nothing new, so that nothing is drawn again.
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

/** What is still on its way: an acknowledged message may be heard before its answer arrives. */
export function withoutArrived<Item extends { cid: string }>(
  pending: readonly Item[],
  messages: readonly WireMessage[],
): readonly Item[] {
  if (pending.length === 0) return pending
  const arrived = new Set(messages.map(({ cid }) => cid))
  return pending.filter(({ cid }) => !arrived.has(cid))
}
