import { brand } from '#shared/brand.ts'
import { defaultLocale, locales, type LocaleCode } from '#shared/i18n/locales.ts'
import type { JsonLd, PublicHead } from '#shared/routing/head-data.ts'
import { escapeJson } from '#shared/react/deferred.tsx'
import { withPrefix } from '#shared/routing/href.ts'

type PublicHeadTagsProps = { page: PublicHead; title: string; path: string; origin: string; locale: LocaleCode; lang: string }

/** A public page's data for search engines and link previews (Open Graph, schema.org). */
export function PublicHeadTags({ page, title, path, origin, locale, lang }: PublicHeadTagsProps) {
  const { description, image = 'site', type = 'website', jsonLd = [], isHidden = false, feed, query = '' } = page
  const address = origin + withPrefix(path, locale) + query
  return (
    <>
      <meta name="description" content={description} />
      {isHidden && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={address} />
      <Alternates path={path + query} origin={origin} codes={page.locales} />
      {feed && <link rel="alternate" type="application/rss+xml" title={feed.title} href={feed.href} />}
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={type} />
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={territoryOf(lang)} />
      <meta property="og:image" content={`${origin}/og/${locale}/${image}.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
      {jsonLd.map((facts) => (
        <JsonLdScript key={facts['@type']} facts={facts} />
      ))}
    </>
  )
}

/** Open Graph requires a territory with each language: `uk` → `uk_UA`. */
function territoryOf(lang: string): string {
  const { language, region } = new Intl.Locale(lang).maximize()
  return `${language}_${region}`
}

/** Data, not code: browsers do not run it, so the script policy does not apply. */
function JsonLdScript({ facts }: { facts: JsonLd }) {
  const json = escapeJson({ '@context': 'https://schema.org', ...facts })
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}

/** The same page in every language that has it. */
function Alternates({ path, origin, codes }: { path: string; origin: string; codes: PublicHead['locales'] }) {
  const entries = codes ? locales.filter(({ code }) => codes.includes(code)) : locales
  const fallback = entries.find(({ code }) => code === defaultLocale) ?? entries[0]
  return (
    <>
      {entries.map(({ code, lang }) => (
        <link key={code} rel="alternate" hrefLang={lang} href={origin + withPrefix(path, code)} />
      ))}
      {fallback && <link rel="alternate" hrefLang="x-default" href={origin + withPrefix(path, fallback.code)} />}
    </>
  )
}
