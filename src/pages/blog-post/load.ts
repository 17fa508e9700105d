import { feedHref, type BlogPostProps } from '#features/blog/contract.ts'
import {
  describePost,
  imageOf,
  postLocalesStatement,
  postsStatement,
  postStatement,
  toCard,
  toPostProps,
} from '#features/blog/server/public.ts'
import { notFound } from '#shared/errors.ts'
import { splitLocale } from '#shared/i18n/locales.ts'
import { publicOrigin } from '#server/origin.ts'
import { defineLoad } from '#server/pages/load.ts'

export default defineLoad({
  statements: ({ db, url, params: { slug = '' } }) => {
    const { code } = splitLocale(url.pathname).locale
    return [postStatement(db, slug, code), postLocalesStatement(db, slug), postsStatement(db, code)]
  },
  async props({ translator }, [[row], languages, rows]): Promise<BlogPostProps> {
    if (!row) throw notFound()
    const { code } = translator.locale
    return toPostProps({
      post: toCard(row, code),
      markdown: row.body,
      locale: code,
      languages: languages.map(({ locale }) => locale),
      posts: rows.map((each) => toCard(each, code)),
    })
  },
  title: (_, { post }) => post.title,
  head: ({ env, url, translator: { t, locale } }, { post, locales }) => ({
    description: post.description,
    image: imageOf(post.slug),
    type: 'article',
    jsonLd: describePost({ origin: publicOrigin(env, url.href), locale }, t('blog.feed.title'), post),
    locales,
    feed: { href: feedHref(locale.code), title: t('blog.feed.title') },
  }),
})
