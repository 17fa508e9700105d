import { eq } from 'drizzle-orm'
import { cities } from '#db/schema.ts'
import { routes } from '#shared/routing/routes.ts'
import { definePageFact } from '#server/pages/page-fact.ts'
import type { AskedPage } from '#server/pages/page-fact.ts'
import { isCitySlug } from '../rules.ts'

/** Whether the path of a city's page names an existing city (spec §2: 'a route may carry a validation rule'). */
export const cityFact = definePageFact({
  statement: ({ db, route, params: { citySlug = '' } }: AskedPage) =>
    route.key === routes.city.key && isCitySlug(citySlug)
      ? db.select({ id: cities.id }).from(cities).where(eq(cities.slug, citySlug))
      : null,
  read: (rows): boolean => rows !== null && rows.length > 0,
})
