import { brand } from '#shared/brand.ts'
import type { LocaleEntry } from '#shared/i18n/locales.ts'
import type { JsonLd } from '#shared/routing/head-data.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { isDrawn, type PostCard } from '../contract.ts'

type Site = { origin: string; locale: LocaleEntry }

const blogAddress = ({ origin, locale }: Site) => origin + href(routes.blog, {}, { locale: locale.code })
export const postAddress = ({ origin, locale }: Site, slug: string) =>
  origin + href(routes.blogPost, { slug }, { locale: locale.code })

/** Name of the picture in link previews; undefined: the site's (scripts/build/og-images.ts). */
export const imageOf = (slug: string) => (isDrawn(slug) ? slug : undefined)

export function describeBlog(site: Site, words: { name: string; description: string }, posts: readonly PostCard[]): JsonLd[] {
  const posting = ({ slug, title, publishedAt }: PostCard) => ({
    '@type': 'BlogPosting',
    headline: title,
    url: postAddress(site, slug),
    datePublished: isoDay(publishedAt),
  })
  return [
    {
      '@type': 'Blog',
      ...words,
      url: blogAddress(site),
      inLanguage: site.locale.lang,
      publisher: publisher(site),
      blogPost: posts.map(posting),
    },
    breadcrumbs(site, [{ name: words.name, item: blogAddress(site) }]),
  ]
}

export function describePost(site: Site, blogName: string, { slug, title, description, publishedAt }: PostCard): JsonLd[] {
  const address = postAddress(site, slug)
  return [
    {
      '@type': 'BlogPosting',
      headline: title,
      description,
      datePublished: isoDay(publishedAt),
      inLanguage: site.locale.lang,
      url: address,
      mainEntityOfPage: address,
      image: `${site.origin}/og/${site.locale.code}/${imageOf(slug) ?? 'site'}.png`,
      author: publisher(site),
      publisher: publisher(site),
    },
    breadcrumbs(site, [
      { name: blogName, item: blogAddress(site) },
      { name: title, item: address },
    ]),
  ]
}

const publisher = ({ origin }: Site) => ({ '@type': 'Organization', name: brand.name, url: origin })

function breadcrumbs(site: Site, below: readonly { name: string; item: string }[]): JsonLd {
  const home = { name: brand.name, item: site.origin + href(routes.home, {}, { locale: site.locale.code }) }
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [home, ...below].map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  }
}

const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10)
