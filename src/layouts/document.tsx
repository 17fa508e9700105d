import { StrictMode, type ReactNode } from 'react'
import { brand } from '#shared/brand.ts'
import { fontPreloads } from '#ui/fonts.ts'
import type { Bootstrap } from '#shared/bootstrap.ts'
import { colorModeOf } from '#shared/color-mode.ts'
import { withPrefix } from '#shared/href.ts'
import { I18nProvider } from '#shared/i18n/context.tsx'
import { locales } from '#shared/i18n/locales.ts'
import type { Translator } from '#shared/i18n/translator.ts'
import { escapeJson, LateProvider, type LateValues } from '#shared/late.tsx'
import { PageProvider } from '#shared/page-context.tsx'
import { useLive } from '#shared/realtime.tsx'
import { routeList } from '#shared/routes.ts'
import type { LayoutComponent } from './layout-props.ts'

export type DocumentAssets = {
  preloads: string[]
  styles: string[]
  origin: string
  /** The page's messages as JSON; null where nothing hydrates. */
  messages: string | null
  /** Where a browser without script goes for this page in one piece; only on pages with late parts. */
  withoutScript?: string
}

export type DocumentProps = {
  bootstrap: Bootstrap
  translator: Translator
  late: LateValues
  Layout: LayoutComponent
  Page: (props: { data: unknown }) => ReactNode
  /** Only the server writes links to files; at hydration they are there already. */
  assets: DocumentAssets | null
  /** Mounted once beside the page in the browser: toasts, live connection. */
  extras?: ReactNode
}

/** The whole page, the same on the server and at hydration. */
export function Document({ bootstrap, translator, late, Layout, Page, assets, extras }: DocumentProps) {
  const route = routeList.find((candidate) => candidate.key === bootstrap.page) ?? null
  const mode = colorModeOf(route, bootstrap.viewer)
  return (
    <html lang={translator.locale.lang} data-mode={mode ?? undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <PageTitle title={bootstrap.title ?? brand.name} />
        {assets && (
          <ServerHead
            assets={assets}
            lang={translator.locale.lang}
            mode={mode}
            path={route?.cache === 'guest' ? route.path : null}
            locale={bootstrap.locale}
          />
        )}
      </head>
      <body>
        <StrictMode>
          <PageProvider value={bootstrap}>
            <I18nProvider value={translator}>
              <LateProvider values={late}>
                <Layout variant={route?.variant}>
                  {bootstrap.error === null && <Page key={bootstrap.page} data={bootstrap.props} />}
                </Layout>
                {extras}
              </LateProvider>
            </I18nProvider>
          </PageProvider>
        </StrictMode>
        {(assets === null || assets.messages !== null) && (
          <>
            <JsonScript id="bootstrap" json={assets ? escapeJson(bootstrap) : ''} />
            <JsonScript id="messages" json={assets?.messages ?? ''} />
          </>
        )}
      </body>
    </html>
  )
}

/** In the tab's strip, too, one sees that somebody has written. */
function PageTitle({ title }: { title: string }) {
  const unread = useLive((live) => live.unread) ?? 0
  return <title>{unread > 0 ? `(${unread}) ${title}` : title}</title>
}

/** Data for hydration, which leaves it as the server wrote it. */
function JsonScript({ id, json }: { id: string; json: string }) {
  return <script type="application/json" id={id} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />
}

type HeadProps = {
  assets: DocumentAssets
  lang: string
  mode: 'light' | 'dark' | null
  path: string | null
  locale: Bootstrap['locale']
}

function ServerHead({ assets, lang, mode, path, locale }: HeadProps) {
  return (
    <>
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
