import { blogPosts, blogTranslations, contentRevision } from '#db/schema.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { db } from './members.ts'

type NewPost = { slug: string; publishedAt: number | null; tags?: string[]; texts: Partial<Record<LocaleCode, string>> }

/** A post with a title in each of the languages. */
export async function writePost({ slug, publishedAt, tags = [], texts }: NewPost): Promise<void> {
  const updatedAt = publishedAt ?? 1
  await db.insert(blogPosts).values({ slug, tags, publishedAt, updatedAt })
  const rows = Object.entries(texts).map(([locale, title]) => ({
    slug,
    locale,
    title,
    description: `What ${title} tells.`,
    body: `First **words** of ${title}.\n\n## Heading\n\n> A message?\n\n<b>plain</b>`,
    updatedAt,
  }))
  if (rows.length > 0) await db.insert(blogTranslations).values(rows)
}

/** The revision in the key of stored guest pages; created if there is none. */
export async function readRevision(): Promise<number> {
  await db.insert(contentRevision).values({ id: 1, revision: 1 }).onConflictDoNothing()
  const [row] = await db.select().from(contentRevision)
  return row?.revision ?? 0
}
