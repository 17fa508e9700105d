import { cellOf } from '#features/location/contract.ts'
import { legalDocuments } from '#features/legal/contract.ts'
import { cities, contentRevision, legalVersions, prices, products } from '#db/schema.ts'
import { citySeeds } from '#features/location/server/cities.ts'
import { priceSeeds, productSeeds } from '#features/store/server/product-seeds.ts'
import { insertRows, type SeedStatement } from './statement.ts'

/** Stable, so that profiles keep pointing at their city after later seeds. */
export const cityIdOf = (slug: string) => `city-${slug}`

/** The seed of every environment, part of a deployment. It may run any number of times, on any earlier state. */
export function contentStatements(): SeedStatement[] {
  const cityRows = citySeeds.map(({ slug, country, names, timeZone, latitude, longitude }) => {
    const cell = cellOf(latitude, longitude)
    return { id: cityIdOf(slug), slug, country, names, cellX: cell.x, cellY: cell.y, timeZone }
  })
  const legalRows = Object.entries(legalDocuments).map(([document, { version, publishedAt }]) => ({
    document,
    version,
    publishedAt: Date.parse(publishedAt),
  }))
  return [
    insertRows(contentRevision, [{ id: 1, revision: 1 }]),
    insertRows(cities, cityRows, { onConflict: { column: 'slug', update: ['country', 'names', 'cellX', 'cellY', 'timeZone'] } }),
    raiseRevision,
    insertRows(legalVersions, legalRows),
    raiseRevision,
    // No guest page shows them, so they increment no revision.
    insertRows(products, productSeeds, { onConflict: { column: 'id', update: ['kind', 'units', 'position', 'onSale'] } }),
    insertRows(prices, priceSeeds, { onConflict: { column: ['productId', 'currency'], update: ['amount'] } }),
  ]
}

/** Invalidates cached guest pages when the statement before it changed a row. */
export const raiseRevision: SeedStatement = {
  sql: 'update content_revision set revision = revision + (changes() > 0) where id = 1',
  params: [],
}
