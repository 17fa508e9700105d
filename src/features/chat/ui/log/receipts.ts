import { isEvent, type Receipt, type ServerEvent, type WireMessage } from '#shared/realtime/wire.ts'

/** How far a message of one's own has come. */
export type ReceiptState = 'sent' | 'delivered' | 'read'

export const noReceipts: readonly Receipt[] = []

/** Marks after news of some members. Both counts only grow, so that late news takes nothing back; the same list without news. */
export function mergeReceipts(known: readonly Receipt[], news: readonly Receipt[]): readonly Receipt[] {
  const grown = new Map(known.map((marks) => [marks.user_id, marks]))
  let isNew = false
  for (const { user_id, delivered, read } of news) {
    const before = grown.get(user_id)
    if (before && before.delivered >= delivered && before.read >= read) continue
    isNew = true
    grown.set(user_id, {
      user_id,
      delivered: Math.max(before?.delivered ?? 0, delivered),
      read: Math.max(before?.read ?? 0, read),
    })
  }
  return isNew ? [...grown.values()] : known
}

/** The marks after an event of the conversation. */
export function applyReceipts(known: readonly Receipt[], event: ServerEvent): readonly Receipt[] {
  return isEvent(event, 'marks') ? mergeReceipts(known, [event.data]) : known
}

/**
 * The mark of a message, with everyone else in the conversation. It counts the place at which the message was sent: an edit
 * or a reaction moves the message on in the log, but takes no mark back.
 */
export function receiptOf({ seq }: Pick<WireMessage, 'seq'>, marks: readonly Receipt[]): ReceiptState {
  if (marks.length === 0) return 'sent'
  if (marks.every(({ read }) => read >= seq)) return 'read'
  return marks.every(({ delivered, read }) => Math.max(delivered, read) >= seq) ? 'delivered' : 'sent'
}
