import type { Translator } from '#shared/i18n/translator.ts'
import { productIds } from '../products.ts'

/** A product in words: '5 boosts', '3 months of premium', 'Rose'. */
export function productName({ t, tn }: Pick<Translator, 't' | 'tn'>, product: string): string {
  const id = productIds.find((known) => known === product)
  switch (id) {
    case 'gift-rose':
    case 'gift-coffee':
    case 'gift-cake':
    case 'gift-lantern':
    case 'gift-star':
      return t(`store.product.${id}`)
    case undefined:
      return product
    default: {
      const [kind, units] = id.split('-') as ['boost' | 'premium' | 'likes', string]
      return tn(`store.product.${kind}`, Number(units))
    }
  }
}
