import type { WireMessage } from '#shared/realtime/wire.ts'
import { isUnkind } from '#ui/kinder/is-unkind.ts'

/** Messages whose question was closed in this document. */
const closed = new Set<string>()

/** Returns the `seq` of the first message with unkind words whose question was not closed, or null. */
export async function findBothering(messages: readonly WireMessage[], languages: readonly string[]): Promise<number | null> {
  for (const { cid, seq, text, deleted } of messages) {
    if (!deleted && (await isUnkind(text, languages))) return closed.has(cid) ? null : seq
  }
  return null
}

export function closeQuestion({ cid }: WireMessage): void {
  closed.add(cid)
}
