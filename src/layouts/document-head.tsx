import { brand } from '#shared/brand.ts'
import type { Bootstrap } from '#shared/bootstrap.ts'
import type { ColorMode } from '#shared/color-mode.ts'
import { webManifestHref, withPrefix } from '#shared/routing/href.ts'
import { locales } from '#shared/i18n/locales.ts'
import { keepPromptScript } from '#ui/install/keep-prompt.ts'
import { fontPreloads } from '#ui/fonts.ts'

type DocumentAssets = {
  preloads: string[]
  styles: string[]
  /** For reports of errors (src/client/errors): build and share. */
  errors: string
  origin: string
  /** Address of this page in one piece, for browsers without script; only on pages with deferred parts. */
  withoutScript?: string
}

type HeadProps = {
  assets: DocumentAssets
  lang: string
  mode: ColorMode | null
  path: string | null
  locale: Bootstrap['locale']
  /** Of a signed-in page: permits the script that keeps the browser's install prompt. */
  nonce: string | undefined
}

/** Files, icons and colours of the page. Only the server loads this module. */
export function DocumentHead({ assets, lang, mode, path, locale, nonce }: HeadProps) {
  return (
    <>
      <meta name="errors" content={assets.errors} />
      {nonce !== undefined && <script nonce={nonce} dangerouslySetInnerHTML={{ __html: keepPromptScript }} />}
      {assets.styles.map((file) => (
        <link key={file} rel="stylesheet" href={file} />
      ))}
      {fontPreloads(lang).map((file) => (
        <link key={file} rel="preload" as="font" type="font/woff2" href={file} crossOrigin="anonymous" />
      ))}
      {assets.preloads.map((file) => (
        <link key={file} rel="modulepreload" href={file} />
      ))}
      {assets.withoutScript !== undefined && (
        <noscript>
          <meta httpEquiv="refresh" content={`0;url=${assets.withoutScript}`} />
        </noscript>
      )}
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href={webManifestHref(locale)} />
      {mode !== 'dark' && (
        <meta name="theme-color" content={brand.themeColor.light} media={mode ? undefined : '(prefers-color-scheme: light)'} />
      )}
      {mode !== 'light' && (
        <meta name="theme-color" content={brand.themeColor.dark} media={mode ? undefined : '(prefers-color-scheme: dark)'} />
      )}
      {path !== null && <Alternates path={path} origin={assets.origin} locale={locale} />}
    </>
  )
}

/** The same public page in every language, for search engines. */
function Alternates({ path, origin, locale }: { path: string; origin: string; locale: Bootstrap['locale'] }) {
  return (
    <>
      <link rel="canonical" href={origin + withPrefix(path, locale)} />
      {locales.map((entry) => (
        <link key={entry.code} rel="alternate" hrefLang={entry.lang} href={origin + withPrefix(path, entry.code)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={origin + path} />
    </>
  )
}
