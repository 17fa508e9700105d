import { feedHref, type BlogProps } from '#features/blog/contract.ts'
import { describeBlog, postsStatement, toCard } from '#features/blog/server/public.ts'
import { splitLocale } from '#shared/i18n/locales.ts'
import { publicOrigin } from '#server/origin.ts'
import { defineLoad } from '#server/pages/load.ts'

export default defineLoad({
  statements: ({ db, url }) => [postsStatement(db, splitLocale(url.pathname).locale.code)],
  props: ({ translator }, [rows]): BlogProps => ({ posts: rows.map((row) => toCard(row, translator.locale.code)) }),
  title: ({ translator }) => translator.t('blog.title'),
  head: ({ env, url, translator: { t, locale } }, { posts }) => {
    const description = t('blog.description')
    const site = { origin: publicOrigin(env, url.href), locale }
    return {
      description,
      jsonLd: describeBlog(site, { name: t('blog.feed.title'), description }, posts),
      feed: { href: feedHref(locale.code), title: t('blog.feed.title') },
    }
  },
})
