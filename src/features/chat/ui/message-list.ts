import type { WireMessage } from '#shared/wire.ts'

/**
 * Two stretches of one conversation as one: in the log's order, each `seq` once. Gives back the first list when the
 * second brings nothing new, so that nothing is drawn again.
 */
export function mergeMessages(known: readonly WireMessage[], incoming: readonly WireMessage[]): readonly WireMessage[] {
  const seqs = new Set(known.map(({ seq }) => seq))
  const fresh = incoming.filter(({ seq }) => !seqs.has(seq) && seqs.add(seq))
  if (fresh.length === 0) return known
  const all = [...known, ...fresh]
  return all.toSorted((a, b) => a.seq - b.seq)
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
