import { blogPosts, blogTranslations } from '#db/schema.ts'
import { type BlogTag, type DrawnPost, drawnPosts } from '#features/blog/contract.ts'
import { raiseRevision } from './content.ts'
import type { PostText } from './contract.ts'
import { insertRows, type SeedStatement } from './statement.ts'

/** The day of publication, and the tags of a post. */
export const postFacts: Record<DrawnPost, { day: string; tags: readonly BlogTag[] }> = {
  'first-date-safety': { day: '2026-06-11', tags: ['dates', 'safety'] },
  'first-messages': { day: '2026-07-02', tags: ['messages', 'profiles'] },
  'what-compatibility-means': { day: '2026-07-30', tags: ['compatibility', 'profiles'] },
  'spotting-scams': { day: '2026-08-27', tags: ['safety', 'messages'] },
  'profiles-that-get-answers': { day: '2026-09-17', tags: ['profiles', 'messages'] },
  'location-and-privacy': { day: '2026-10-08', tags: ['privacy', 'safety'] },
  'saying-no-kindly': { day: '2026-10-29', tags: ['messages', 'dates'] },
  'blind-dates': { day: '2026-11-19', tags: ['dates', 'compatibility'] },
}

/**
 * Writes the project's own posts. An existing post keeps its tags and its state; a translation is updated if its text changed,
 * unless an operator has edited it. One statement per post, because D1 limits a statement to 100 KB.
 */
export function postStatements(texts: readonly PostText[], now: number): SeedStatement[] {
  return drawnPosts.flatMap((slug) => {
    const rows = texts
      .filter((text) => text.slug === slug)
      .map(({ locale, title, description, body }) => ({ slug, locale, title, description, body, updatedAt: now }))
    if (rows.length === 0) return []
    const { day, tags } = postFacts[slug]
    const at = Date.parse(`${day}T08:00:00Z`)
    return [
      insertRows(blogPosts, [{ slug, tags: [...tags], publishedAt: at, updatedAt: at }]),
      insertRows(blogTranslations, rows, {
        onConflict: {
          column: ['slug', 'locale'],
          update: ['title', 'description', 'body'],
          stamp: ['updatedAt'],
          onlyWhileNull: 'editedAt',
        },
      }),
      raiseRevision,
    ]
  })
}
