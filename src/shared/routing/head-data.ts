import type { LocaleCode } from '../i18n/locales.ts'

/** Data of a public page for search engines and link previews; its URL and languages are added. */
export type PublicHead = {
  /** 110 to 155 characters: the snippet below the title in search results. */
  description: string
  /** Name of the preview picture, without language and extension: `public/og/`, scripts/build/og-images. Default: the site's. */
  image?: string
  /** Open Graph's type; default: website. */
  type?: 'website' | 'article' | 'profile'
  /** Facts for search engines (schema.org), each with `@type`; '@context' is added. */
  jsonLd?: readonly JsonLd[]
  /** The query that identifies the page, with its `?`, if its path alone does not. */
  query?: string
  /** Search engines are asked to leave the page out. */
  isHidden?: boolean
  /** Languages of the page; default: all of them. */
  locales?: readonly LocaleCode[]
  /** The URL of its feed (RSS), with the feed's title. */
  feed?: { href: string; title: string }
}
export type JsonLd = { '@type': string } & Record<string, unknown>
