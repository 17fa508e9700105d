import type { EntitlementKind } from '#shared/entitlement-kind.ts'

/** Gifts that can be sent in a conversation. */
export const giftNames = ['rose', 'coffee', 'cake', 'lantern', 'star'] as const
export type GiftName = (typeof giftNames)[number]
export const giftKindOf = (name: GiftName): EntitlementKind => `gift-${name}`

const ids = [
  'boost-1', 'boost-5', 'boost-10', 'premium-1', 'premium-3', 'premium-12', 'likes-10', 'likes-30',
  'gift-rose', 'gift-coffee', 'gift-cake', 'gift-lantern', 'gift-star',
] as const // prettier-ignore
export type ProductId = (typeof ids)[number]

/** In the order of the store. */
export const productIds: readonly ProductId[] = ids
