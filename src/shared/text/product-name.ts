import type { Translator } from '../i18n/translator.ts'

/** A product in words: '5 boosts', '3 months of premium', 'Rose'. */
export function productName({ t, tn }: Pick<Translator, 't' | 'tn'>, product: string): string {
  const [kind, units] = product.split('-')
  if (kind === 'boost' || kind === 'premium' || kind === 'likes') return tn(`store.product.${kind}`, Number(units))
  switch (product) {
    case 'gift-rose':
    case 'gift-coffee':
    case 'gift-cake':
    case 'gift-lantern':
    case 'gift-star':
      return t(`store.product.${product}`)
    default:
      return product
  }
}

/** A product and how often it was ordered: `2 × 5 boosts`. */
export function countedProduct(words: Pick<Translator, 't' | 'tn' | 'format'>, { product, quantity }: OrderedProduct): string {
  const name = productName(words, product)
  return quantity === 1 ? name : `${words.format.number(quantity)} × ${name}`
}

export type OrderedProduct = { product: string; quantity: number }
