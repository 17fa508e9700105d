import { and, eq, gte, isNotNull } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { blogPosts, blogTranslations, cities, cityFigures } from '#db/schema.ts'
import { listedFrom } from '#features/cities/server/public.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'

/** The public pages of one language that come from the database: published posts, and cities that search engines may list. */
export const sitemapStatements = (db: Database, locale: LocaleCode) =>
  [
    db
      .select({ slug: blogPosts.slug, updatedAt: blogTranslations.updatedAt })
      .from(blogPosts)
      .innerJoin(blogTranslations, and(eq(blogTranslations.slug, blogPosts.slug), eq(blogTranslations.locale, locale)))
      .where(isNotNull(blogPosts.publishedAt))
      .orderBy(blogPosts.slug),
    db
      .select({ slug: cities.slug })
      .from(cities)
      .innerJoin(cityFigures, eq(cityFigures.cityId, cities.id))
      .where(gte(cityFigures.members, listedFrom))
      .orderBy(cities.slug),
  ] as const
