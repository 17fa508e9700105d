/** Gifts that can be sent in a conversation, in the order of the store: kinds of the ledger and ids of products. */
export const giftKinds = ['gift-rose', 'gift-coffee', 'gift-cake', 'gift-lantern', 'gift-star'] as const
export type GiftKind = (typeof giftKinds)[number]

/** `id`: the gift's own, and its message's `cid`. */
export type GiftInput = { member: string; id: string; gift: GiftKind }
/** `sent` and `refused` are final: a repeat gets the same answer. `unopened`: the conversation's object is behind D1. */
export type GiftResult = 'sent' | 'refused' | 'unopened'
