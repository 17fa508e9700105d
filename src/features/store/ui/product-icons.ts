import type { IconName } from '#ui/icons/icon-names.ts'

const icons: Readonly<Record<string, IconName>> = {
  boost: 'rocket',
  premium: 'crown',
  likes: 'heart',
  'gift-rose': 'rose',
  'gift-coffee': 'coffee',
  'gift-cake': 'cake',
  'gift-lantern': 'lamp',
  'gift-star': 'star',
}

/** The icon of a product, such as `boost-5` or `gift-rose`. */
export const productIcon = (product: string): IconName => icons[product] ?? icons[product.replace(/-\d+$/, '')] ?? 'gift'
