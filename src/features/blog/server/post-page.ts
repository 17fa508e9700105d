import { findLocale, type LocaleCode } from '#shared/i18n/locales.ts'
import type { BlogPostProps, PostCard } from '../contract.ts'
import { relatedPosts } from '../rules.ts'
import { readMarkdown } from './markdown.ts'

type Written = {
  post: PostCard
  markdown: string
  locale: LocaleCode
  /** Codes of the languages that the post exists in. */
  languages: readonly string[]
  /** All posts of this language, this one among them or not. */
  posts: readonly PostCard[]
}

/** What the page of a post shows; for guests and for the operators' preview alike. */
export async function toPostProps({ post, markdown, locale, languages, posts }: Written): Promise<BlogPostProps> {
  return {
    post,
    body: await readMarkdown(markdown, locale),
    related: relatedPosts(post, posts),
    locales: languages.flatMap((code) => findLocale(code)?.code ?? []),
  }
}
