import { StrictMode, type ReactNode } from 'react'
import { brand } from '#shared/brand.ts'
import type { Bootstrap } from '#shared/bootstrap.ts'
import { colorModeOf } from '#shared/color-mode.ts'
import { I18nProvider } from '#shared/i18n/context.tsx'
import type { Translator } from '#shared/i18n/translator.ts'
import { DeferredProvider, type DeferredValues } from '#shared/react/deferred.tsx'
import { PageProvider } from '#shared/react/page-context.tsx'
import { PageTitle } from './page-title.tsx'
import { routeList } from '#shared/routing/routes.ts'
import { FailureBoundary } from '#ui/failure/failure-boundary.tsx'
import type { LayoutComponent } from './layout-props.ts'

/** Written by the server only; hydration finds it in the document. */
export type ServerParts = {
  /** Links to files, icons, colours: src/layouts/document-head.tsx. */
  head: ReactNode
  /** Data for hydration as JSON; null on pages that do not hydrate. */
  json: { bootstrap: string; messages: string } | null
}

export type DocumentProps = {
  bootstrap: Bootstrap
  translator: Translator
  deferred: DeferredValues
  Layout: LayoutComponent
  Page: (props: { data: unknown }) => ReactNode
  server?: ServerParts
  /** Mounted once beside the page in the browser: toasts, live connection. */
  extras?: ReactNode
}

/** The whole page, the same on the server and at hydration. */
export function Document({ bootstrap, translator, deferred, Layout, Page, server, extras }: DocumentProps) {
  const route = routeList.find((candidate) => candidate.key === bootstrap.page) ?? null
  const mode = colorModeOf(route, bootstrap.viewer)
  return (
    <html
      lang={translator.locale.lang}
      data-mode={mode ?? undefined}
      data-offline={translator.t('common.error.offline')}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <PageTitle title={bootstrap.title ?? brand.name} />
        {server?.head}
      </head>
      <body>
        <StrictMode>
          <PageProvider value={bootstrap}>
            <I18nProvider value={translator}>
              <DeferredProvider values={deferred}>
                <Layout variant={route?.variant}>
                  {bootstrap.error === null && (
                    <FailureBoundary page={bootstrap}>
                      <Page key={bootstrap.page} data={bootstrap.props} />
                    </FailureBoundary>
                  )}
                </Layout>
                <FailureBoundary page={bootstrap} fallback={null}>
                  {extras}
                </FailureBoundary>
              </DeferredProvider>
            </I18nProvider>
          </PageProvider>
        </StrictMode>
        {server?.json !== null && (
          <>
            <JsonScript id="bootstrap" json={server?.json.bootstrap} />
            <JsonScript id="messages" json={server?.json.messages} />
          </>
        )}
      </body>
    </html>
  )
}

/** Data for hydration, which leaves the server's element unchanged. */
function JsonScript({ id, json = '' }: { id: string; json?: string }) {
  return <script type="application/json" id={id} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />
}
