import { asc, eq } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { prices, products } from '#db/schema.ts'
import type { ProductsProps } from '../contract.ts'
import { productIds } from '../products.ts'
import type { PricedCart } from './cart-queries.ts'

/** What is on sale, in the order of the store, with each of its prices: the cart decides which currency is shown. */
export function productsStatement(db: Database) {
  return db
    .select({ id: products.id, kind: products.kind, units: products.units, currency: prices.currency, price: prices.amount })
    .from(products)
    .innerJoin(prices, eq(prices.productId, products.id))
    .where(eq(products.onSale, true))
    .orderBy(asc(products.position))
}

type Rows = ReturnType<typeof productsStatement>['_']['result']

export function toProducts(rows: Rows, { currency, totals }: PricedCart): ProductsProps {
  const inCart = new Map(totals.lines.map(({ product, quantity }) => [product, quantity]))
  const listed = rows
    .filter((row) => row.currency === currency)
    .flatMap(({ id: stored, kind, units, price }) => {
      const id = productIds.find((known) => known === stored)
      return id ? [{ id, kind, units, price, inCart: inCart.get(id) ?? 0 }] : []
    })
  return { products: listed, currency, cartCount: totals.lines.reduce((sum, { quantity }) => sum + quantity, 0) }
}
