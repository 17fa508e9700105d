/** In the order in which the store shows them. */
export const productIds = [
  'boost-1', 'boost-5', 'boost-10', 'premium-1', 'premium-3', 'premium-12', 'likes-10', 'likes-30',
  'gift-rose', 'gift-coffee', 'gift-cake', 'gift-lantern', 'gift-star',
] as const // prettier-ignore
export type ProductId = (typeof productIds)[number]
