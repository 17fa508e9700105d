import { positionOf, type JoinData, type Receipt, type Since, type WireMessage, serverLimits } from '#shared/realtime/wire.ts'
import { startOf } from '#shared/text/cut.ts'
import type { EvidenceMessage, HistoryPage, HistoryWindow } from '#features/chat/contract.ts'
import type { ConversationState } from './conversation-store.ts'
import type { LogRange, LogStore } from './log-store.ts'
import type { PhotoStore } from '#features/chat/server/photos/photo-store.ts'

type Read = { state: ConversationState; log: LogStore }

/** Returns what a joining connection has missed since `since`, or the newest page when that cannot be determined. */
export function joinPage({ state, log }: Read, since: Since | undefined, marks: Receipt[]): JoinData {
  const { epoch, head } = state
  const recovered = since !== undefined && since.epoch === epoch && since.seq <= head
  const messages = recovered ? log.readAfter(since.seq) : log.readWindow({ limit: serverLimits.joinPage })
  const last = messages.at(-1)
  const more = recovered && last !== undefined && positionOf(last) < head
  return { epoch, head, recovered, more, messages, marks }
}

/** Returns a range of the log in the order of sending. */
export function historyPage({ state, log }: Read, window: HistoryWindow, marks: Receipt[]): HistoryPage {
  const { epoch, head, lastSeq } = state
  const messages = log.readWindow(window)
  const [first, last] = [messages[0], messages.at(-1)]
  // The first position of a log is always a message. An empty range is beyond one of its ends.
  const more = first ? first.seq > 1 : window.after !== undefined && lastSeq > 0
  const later = last ? last.seq < lastSeq : window.before !== undefined && lastSeq > 0
  return { epoch, head, more, later, messages, quoted: quotedBy(messages, log), marks }
}

/** Returns what the log has above a position, for a member's hub; null for anyone else. */
export function rangeFor({ state, log }: Read, member: string, position: number): LogRange | null {
  return state.cursors.has(member) && !state.request ? log.readRange(position, state.head) : null
}

/** Enough of a message for a quote of two lines. */
const quotedChars = 200

/** Returns the quoted messages of a page that are not on the page itself. */
function quotedBy(messages: readonly WireMessage[], log: LogStore): WireMessage[] {
  const seqs = new Set(messages.flatMap(({ replyTo }) => (replyTo ? [replyTo.seq] : [])))
  for (const { seq } of messages) seqs.delete(seq)
  return log.findAll([...seqs]).map((message) => ({ ...message, text: startOf(message.text, quotedChars) }))
}

/** Returns the newest messages as they are now, for a report. */
export function evidencePage({ log, photos }: Pick<Read, 'log'> & { photos: PhotoStore }, most: number): EvidenceMessage[] {
  return log.readNewest(most).map(({ seq, from, text, sentAt, editedAt, deleted, photo, gift }) => ({
    seq,
    from,
    text,
    sentAt,
    ...(editedAt === undefined ? {} : { editedAt }),
    ...(deleted ? { deleted } : {}),
    ...(photo ? { photo: { key: photos.findShownKey(photo.id), width: photo.width, height: photo.height } } : {}),
    ...(gift ? { gift } : {}),
  }))
}
