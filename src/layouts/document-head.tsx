import { brand } from '#shared/brand.ts'
import type { Bootstrap } from '#shared/bootstrap.ts'
import type { ColorMode } from '#shared/color-mode.ts'
import { webManifestHref } from '#shared/routing/href.ts'
import type { PublicHead } from '#shared/routing/head-data.ts'
import { PublicHeadTags } from './public-head.tsx'
import { keepPromptScript } from '#ui/install/keep-prompt.ts'
import { fontPreloads } from '#ui/fonts.ts'

type DocumentAssets = {
  preloads: string[]
  /** Files of the page's texts, if they are not in the document. */
  messages?: readonly string[]
  styles: string[]
  /** For reports of errors (src/client/errors): build and share. */
  errors: string
  origin: string
  /** The complete URL of this page, for browsers without script; only on pages with deferred parts. */
  withoutScript?: string
}

type HeadProps = {
  assets: DocumentAssets
  lang: string
  mode: ColorMode | null
  title: string
  /** Facts of a public page; null keeps the page out of search results. */
  page: PublicHead | null
  /** Without its language's prefix. */
  path: string
  locale: Bootstrap['locale']
  /** On a page with a session or a form: allows the script that keeps the browser's install prompt. */
  nonce: string | undefined
  /** Id of the analytics pixel, for a guest who has consented to it; otherwise empty. */
  pixelId: string
}

/** Files, icons and colours of the page. Only the server loads this module. */
export function DocumentHead({ assets, lang, mode, title, page, path, locale, nonce, pixelId }: HeadProps) {
  return (
    <>
      <meta name="errors" content={assets.errors} />
      {pixelId !== '' && <meta name="pixel" content={pixelId} />}
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
      {assets.messages?.map((file) => (
        <link key={file} rel="preload" as="fetch" href={file} crossOrigin="anonymous" />
      ))}
      {assets.withoutScript !== undefined && (
        <noscript>
          <meta httpEquiv="refresh" content={`0; url=${assets.withoutScript}`} />
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
      {page ? (
        <PublicHeadTags page={page} title={title} path={path} origin={assets.origin} locale={locale} lang={lang} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
    </>
  )
}
