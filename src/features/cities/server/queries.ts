import { eq } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { cities, cityFigures } from '#db/schema.ts'

/** For a page's batch: every city, and the figures of one. */
export const cityStatements = (db: Database, slug: string) =>
  [
    db
      .select({ slug: cities.slug, country: cities.country, names: cities.names, cellX: cities.cellX, cellY: cities.cellY })
      .from(cities),
    db
      .select({ members: cityFigures.members, intents: cityFigures.intents })
      .from(cityFigures)
      .innerJoin(cities, eq(cities.id, cityFigures.cityId))
      .where(eq(cities.slug, slug)),
  ] as const

export type CityRow = Awaited<ReturnType<typeof cityStatements>[0]>[number]
export type FigureRow = Awaited<ReturnType<typeof cityStatements>[1]>[number]

export const cityNamesStatement = (db: Database) =>
  db.select({ slug: cities.slug, country: cities.country, names: cities.names }).from(cities)
