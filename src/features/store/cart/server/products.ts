import { asc, eq } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { prices, products } from '#db/schema.ts'
import type { Currency } from '#shared/currency.ts'
import type { ProductView } from '#features/store/contract.ts'
import { productIds } from '#features/store/products.ts'

/** What is on sale, in the store's order, with all prices: the cart decides which currency is shown. */
export function productsStatement(db: Database) {
  return db
    .select({ id: products.id, kind: products.kind, units: products.units, currency: prices.currency, price: prices.amount })
    .from(products)
    .innerJoin(prices, eq(prices.productId, products.id))
    .where(eq(products.onSale, true))
    .orderBy(asc(products.position))
}

type Rows = ReturnType<typeof productsStatement>['_']['result']

/** Products with their price in this currency. */
export function toProducts(rows: Rows, currency: Currency): ProductView[] {
  return rows
    .filter((row) => row.currency === currency)
    .flatMap(({ id: stored, kind, units, price }) => {
      const id = productIds.find((known) => known === stored)
      return id ? [{ id, kind, units, price }] : []
    })
}
