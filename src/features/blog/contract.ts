import type { LocaleCode } from '#shared/i18n/locales.ts'
import { read } from '#shared/routing/action.ts'
import { withPrefix } from '#shared/routing/href.ts'

/** Topics of posts; each name is a message (`blog.tags`). */
export const blogTags = ['messages', 'dates', 'safety', 'privacy', 'profiles', 'compatibility'] as const
export type BlogTag = (typeof blogTags)[number]

/** Posts with their own drawing (ui/drawings.ts), which link previews also show. All others share the site's. */
export const drawnPosts = [
  'first-messages',
  'first-date-safety',
  'blind-dates',
  'location-and-privacy',
  'profiles-that-get-answers',
  'spotting-scams',
  'what-compatibility-means',
  'saying-no-kindly',
] as const
export type DrawnPost = (typeof drawnPosts)[number]

export function isDrawn(slug: string): slug is DrawnPost {
  return drawnPosts.some((drawn) => drawn === slug)
}

/** RSS of the blog in one language. */
export const blogFeed = read('/blog/rss.xml')
export const feedHref = (locale: LocaleCode) => withPrefix(blogFeed.path, locale)

/** A post as shown in lists. */
export type PostCard = {
  slug: string
  title: string
  description: string
  publishedAt: number
  /** Reading time. */
  minutes: number
  tags: readonly BlogTag[]
}

/** A part of a line. Its text is already typeset. */
export type Inline =
  | string
  | { kind: 'strong' | 'emphasis' | 'code'; children: readonly Inline[] }
  | { kind: 'link'; href: string; children: readonly Inline[] }
  | { kind: 'break' }

/** A part of a post's body, as parsed from its markdown on the server. */
export type Block =
  | { kind: 'heading'; level: 2 | 3; children: readonly Inline[] }
  | { kind: 'paragraph'; children: readonly Inline[] }
  | { kind: 'list'; isOrdered: boolean; items: readonly (readonly Block[])[] }
  /** The content of a list item besides lists: not a separate paragraph. */
  | { kind: 'line'; children: readonly Inline[] }
  | { kind: 'quote'; blocks: readonly Block[] }
  | { kind: 'rule' }

export type BlogProps = { posts: readonly PostCard[] }
export type BlogPostProps = {
  post: PostCard
  body: readonly Block[]
  related: readonly PostCard[]
  locales: readonly LocaleCode[]
}

/** Allowed length of titles and descriptions in characters: search results cut off longer ones. */
export const titleLength = { min: 3, max: 60 } as const
export const descriptionLength = { min: 50, max: 160 } as const
export const bodyLength = { min: 1, max: 40_000 } as const
/** Room for such a text as a form sends it: up to nine bytes for a non-ASCII character. */
export const postFormBytes = 9 * bodyLength.max + 8_000
/** Part of a post's URL. */
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/
export const slugMaxLength = 60
