import type { OutboxItem } from '#shared/realtime/realtime.tsx'
import type { WireMessage } from '#shared/realtime/wire.ts'
import { withoutArrived } from '#shared/realtime/message-list.ts'

export type TalkLine = {
  key: string
  text: string
  isOwn: boolean
  at: number
  /** The message on its way; null once it is sent. */
  waiting: OutboxItem | null
  /** Ends of a run of one person's messages: the first has space above, the last carries the time. */
  isFirst: boolean
  isLast: boolean
}

/** Messages so close together belong to one run. */
const runMs = 5 * 60_000

/** Builds one column of messages and outbox items; one person's runs are held together. */
export function talkLines(messages: readonly WireMessage[], outbox: readonly OutboxItem[], partnerId: string): TalkLine[] {
  // An acknowledgement shows the viewer's own message under their member id, not under the alias.
  const sent = messages.map(({ cid, text, from, sentAt }) => line(cid, { text, isOwn: from !== partnerId, at: sentAt }))
  const pending = withoutArrived(outbox, messages).map((item) =>
    line(item.cid, { text: item.text, isOwn: true, at: item.createdAt, waiting: item }),
  )
  const lines = [...sent, ...pending]
  for (const [index, current] of lines.entries()) {
    const before = lines[index - 1]
    if (!before || before.isOwn !== current.isOwn || Math.abs(current.at - before.at) >= runMs) continue
    before.isLast = false
    current.isFirst = false
  }
  return lines
}

function line(cid: string, facts: Pick<TalkLine, 'text' | 'isOwn' | 'at'> & { waiting?: OutboxItem }): TalkLine {
  // Both sides choose their own cids. A message keeps its key from pending to sent.
  return { waiting: null, ...facts, key: `${facts.isOwn ? 'own' : 'other'}-${cid}`, isFirst: true, isLast: true }
}
