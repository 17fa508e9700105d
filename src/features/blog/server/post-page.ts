import { findLocale, type LocaleCode } from '#shared/i18n/locales.ts'
import type { BlogPostProps, PostCard } from '../contract.ts'
import { relatedPosts } from '../rules.ts'
import { readMarkdown } from './markdown.ts'

type Written = {
  post: PostCard
  markdown: string
  locale: LocaleCode
  /** Codes of the languages in which the post exists. */
  languages: readonly string[]
  /** All posts of this language, with or without this one. */
  posts: readonly PostCard[]
}

/** The props of a post's page, for guests and for the operators' preview. */
export async function toPostProps({ post, markdown, locale, languages, posts }: Written): Promise<BlogPostProps> {
  return {
    post,
    body: await readMarkdown(markdown, locale),
    related: relatedPosts(post, posts),
    locales: languages.flatMap((code) => findLocale(code)?.code ?? []),
  }
}
