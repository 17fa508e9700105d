import { currencies, type Currency } from '#shared/currency.ts'
import type { EntitlementKind } from '#shared/entitlement-kind.ts'
import type { ProductId } from '../products.ts'

type Amounts = readonly [number, number, number, number, number, number, number, number, number]

/** Minor units in the order of `currencies`: GBP, USD, EUR, UAH, PLN, TRY, RON, CZK, BRL. */
const products: Readonly<Record<ProductId, readonly [kind: EntitlementKind, units: number, amounts: Amounts]>> = {
  'boost-1': ['boost', 1, [249, 299, 299, 9900, 1199, 9900, 1290, 6900, 1290]],
  'boost-5': ['boost', 5, [999, 1199, 1199, 39900, 4799, 39900, 4990, 27900, 4990]],
  'boost-10': ['boost', 10, [1699, 1999, 1999, 64900, 7999, 64900, 8490, 46900, 8490]],
  'premium-1': ['premium', 1, [999, 1199, 1199, 39900, 4799, 39900, 4990, 27900, 4990]],
  'premium-3': ['premium', 3, [2399, 2899, 2899, 94900, 11499, 94900, 11990, 66900, 11990]],
  'premium-12': ['premium', 12, [5999, 7199, 7199, 239900, 28799, 239900, 29990, 167900, 29990]],
  'likes-10': ['likes', 10, [199, 249, 249, 7900, 999, 7900, 990, 5900, 990]],
  'likes-30': ['likes', 30, [449, 549, 549, 17900, 2199, 17900, 2290, 12900, 2290]],
  'gift-rose': ['gift-rose', 1, [99, 119, 119, 3900, 479, 3900, 490, 2900, 490]],
  'gift-coffee': ['gift-coffee', 1, [149, 179, 179, 5900, 699, 5900, 790, 3900, 790]],
  'gift-cake': ['gift-cake', 1, [199, 249, 249, 7900, 999, 7900, 990, 5900, 990]],
  'gift-lantern': ['gift-lantern', 1, [299, 349, 349, 11900, 1399, 11900, 1490, 7900, 1490]],
  'gift-star': ['gift-star', 1, [499, 599, 599, 19900, 2399, 19900, 2490, 13900, 2490]],
}

type ProductSeed = { id: string; kind: EntitlementKind; units: number; position: number; onSale: boolean }

/** Rows of `products`. */
export const productSeeds: readonly ProductSeed[] = Object.entries(products).map(([id, [kind, units]], position) => ({
  id,
  kind,
  units,
  position,
  onSale: true,
}))

/** Rows of `prices`: each product in each currency. */
export const priceSeeds: readonly { productId: string; currency: Currency; amount: number }[] = Object.entries(products).flatMap(
  ([productId, [, , amounts]]) => currencies.map((currency, index) => ({ productId, currency, amount: amounts[index] ?? 0 })),
)
