import { isEvent, type Receipt, type ServerEvent, type WireMessage } from '#shared/realtime/wire.ts'

/** The receipt of one of the viewer's own messages. */
export type ReceiptState = 'sent' | 'delivered' | 'read'

export const noReceipts: readonly Receipt[] = []

/**
 * Merges receipts with newer ones of some members. Both counts only grow, so an older event reverts nothing. Returns the same
 * list if nothing changed.
 */
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

/** Returns the receipts after an event of the conversation. */
export function applyReceipts(known: readonly Receipt[], event: ServerEvent): readonly Receipt[] {
  return isEvent(event, 'marks') ? mergeReceipts(known, [event.data]) : known
}

/**
 * Returns the receipt that everyone else in the conversation has given, by the seq at which the message was sent. An edit or a
 * reaction gives the message a later position, but withdraws no receipt.
 */
export function receiptOf({ seq }: Pick<WireMessage, 'seq'>, marks: readonly Receipt[]): ReceiptState {
  if (marks.length === 0) return 'sent'
  if (marks.every(({ read }) => read >= seq)) return 'read'
  return marks.every(({ delivered, read }) => Math.max(delivered, read) >= seq) ? 'delivered' : 'sent'
}
