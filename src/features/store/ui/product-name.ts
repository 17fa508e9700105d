import type { Translator } from '#shared/i18n/translator.ts'
import { productIds } from '../products.ts'

/** A product in words: '5 boosts', '3 months of premium', 'Rose'. */
export function productName({ t, tn }: Pick<Translator, 't' | 'tn'>, product: string): string {
  const [kind, units] = product.split('-')
  if (kind === 'boost' || kind === 'premium' || kind === 'likes') return tn(`store.product.${kind}`, Number(units))
  switch (productIds.find((known) => known === product)) {
    case 'gift-rose':
      return t('store.product.gift-rose')
    case 'gift-coffee':
      return t('store.product.gift-coffee')
    case 'gift-cake':
      return t('store.product.gift-cake')
    case 'gift-lantern':
      return t('store.product.gift-lantern')
    case 'gift-star':
      return t('store.product.gift-star')
    default:
      return product
  }
}
