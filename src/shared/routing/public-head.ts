import type { LocaleCode } from '../i18n/locales.ts'

/** What search engines and link previews read of a public page; its address and its languages are added. */
export type PublicHead = {
  /** 110 to 155 characters: the line below the title in a list of results. */
  description: string
  /** Name of the picture for previews, without language and ending: `public/og/`, scripts/build/og-images. Absent: the site's. */
  image?: string
  /** Open Graph's type; absent: website. */
  type?: 'website' | 'article' | 'profile'
  /** Facts for search engines (schema.org), each with `@type`; '@context' is added. */
  jsonLd?: readonly JsonLd[]
  /** The query that names the page, with its `?`, where its path alone does not. */
  query?: string
  /** Search engines are asked to leave the page out. */
  isHidden?: boolean
  /** Languages that the page exists in; absent: all of them. */
  locales?: readonly LocaleCode[]
  /** The address of its feed (RSS) with the feed's title. */
  feed?: { href: string; title: string }
}
export type JsonLd = { '@type': string } & Record<string, unknown>
