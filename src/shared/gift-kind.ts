/** Gifts that can be sent in a conversation, in the order of the store: kinds of the ledger and ids of products. */
export const giftKinds = ['gift-rose', 'gift-coffee', 'gift-cake', 'gift-lantern', 'gift-star'] as const
export type GiftKind = (typeof giftKinds)[number]
