import { blogTags, type BlogTag, type PostCard } from './contract.ts'

/** Characters, including spaces, that people read in a minute. Unlike words, they hardly differ among languages. */
const charactersPerMinute = 1000

export function readingMinutes(characters: number): number {
  return Math.max(1, Math.round(characters / charactersPerMinute))
}

/** The known tags of a stored list. */
export function knownTags(tags: readonly string[]): BlogTag[] {
  return blogTags.filter((tag) => tags.includes(tag))
}

/**
 * Posts to read next: those with the most tags in common first, and the newest first among them; with no common tags, simply the
 * newest.
 */
export function relatedPosts(post: Pick<PostCard, 'slug' | 'tags'>, posts: readonly PostCard[], most = 3): PostCard[] {
  const shared = ({ tags }: PostCard) => tags.filter((tag) => post.tags.includes(tag)).length
  return posts
    .filter(({ slug }) => slug !== post.slug)
    .toSorted((a, b) => shared(b) - shared(a) || b.publishedAt - a.publishedAt)
    .slice(0, most)
}
