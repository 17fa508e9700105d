import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { blogPosts, blogTranslations } from '#db/schema.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import type { PostCard } from '../contract.ts'
import { typesetText } from '#shared/i18n/typeset.ts'
import { knownTags, readingMinutes } from '../rules.ts'

/** Maximum number of posts in a list: the blog has no second page. */
const mostListed = 100

const cardColumns = {
  slug: blogPosts.slug,
  title: blogTranslations.title,
  description: blogTranslations.description,
  publishedAt: sql<number>`${blogPosts.publishedAt}`,
  characters: sql<number>`length(${blogTranslations.body})`,
  tags: blogPosts.tags,
}

/** The published posts of a language, the newest first, without their bodies. */
export function postsStatement(db: Database, locale: LocaleCode) {
  return db
    .select(cardColumns)
    .from(blogPosts)
    .innerJoin(blogTranslations, eq(blogTranslations.slug, blogPosts.slug))
    .where(and(eq(blogTranslations.locale, locale), isNotNull(blogPosts.publishedAt)))
    .orderBy(desc(blogPosts.publishedAt), blogPosts.slug)
    .limit(mostListed)
}
type CardRow = Awaited<ReturnType<typeof postsStatement>>[number]

/** A published post in one language, with its body. */
export function postStatement(db: Database, slug: string, locale: LocaleCode) {
  return db
    .select({ ...cardColumns, body: blogTranslations.body, updatedAt: blogTranslations.updatedAt })
    .from(blogPosts)
    .innerJoin(blogTranslations, eq(blogTranslations.slug, blogPosts.slug))
    .where(and(eq(blogPosts.slug, slug), eq(blogTranslations.locale, locale), isNotNull(blogPosts.publishedAt)))
}

/** The languages in which a post exists. */
export function postLocalesStatement(db: Database, slug: string) {
  return db.select({ locale: blogTranslations.locale }).from(blogTranslations).where(eq(blogTranslations.slug, slug))
}

export function toCard({ characters, tags, title, description, ...row }: CardRow, locale: LocaleCode): PostCard {
  return {
    slug: row.slug,
    publishedAt: row.publishedAt,
    title: typesetText(locale, title),
    description: typesetText(locale, description),
    minutes: readingMinutes(characters),
    tags: knownTags(tags),
  }
}
