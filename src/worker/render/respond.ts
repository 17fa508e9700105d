import { createElement } from 'react'
import { reactRenderer } from '@hono/react-renderer'
import { build, isDevelopment } from 'virtual:build'
import type { Bootstrap, ErrorView, PageData, PageModules, PixelState, Viewer } from '#shared/bootstrap.ts'
import { colorModeOf } from '#shared/color-mode.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { splitLocale, type LocaleCode, type LocaleEntry } from '#shared/i18n/locales.ts'
import { pixelIdOf, pixelStateOf } from '#features/pixel/rules.ts'
import { issueRealtimeToken } from '#features/auth/session/server/public.ts'
import { paymentOrigin } from '#features/store/server/public.ts'
import type { Namespace } from '#shared/i18n/messages.ts'
import type { Translator } from '#shared/i18n/translator.ts'
import { escapeJson, type DeferredValues } from '#shared/react/deferred.tsx'
import { isConnected } from '#shared/realtime/is-connected.ts'
import { isCameraPage } from '#shared/routing/camera-page.ts'
import { messagesHref, pageNamespaces } from '#shared/routing/message-files.ts'
import type { PublicHead } from '#shared/routing/head-data.ts'
import { pageKindOf } from '#shared/routing/page-kind.ts'
import type { PageComponent } from '#shared/react/lazy-component.tsx'
import type { ListedRoute } from '#shared/routing/routes.ts'
import { Document } from '#layouts/document.tsx'
import { DocumentHead } from '#layouts/document-head.tsx'
import { frameParts } from '#layouts/frames/frame-parts.ts'
import type { AppContext } from '#server/context.ts'
import { isFromElsewhere } from '#server/fetch-metadata.ts'
import { publicOrigin } from '#server/origin.ts'
import { fail } from '#server/log.ts'
import { isNoScript, noScriptActions, settleDeferred } from '#server/actions/no-script.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { routeKey } from '#worker/middleware/route-key.ts'
import { permissionsPolicy } from '#worker/middleware/security-headers.ts'
import { assetsOf, pixelScript } from './assets.ts'
import type { PageMode } from './page-url.ts'
import { getLayout, getPage } from './pages.ts'
import { publicConfig } from './public-config.ts'

export type PageResult = {
  route: Pick<ListedRoute, 'key' | 'path' | 'layout' | 'variant' | 'colorMode' | 'messages' | 'cache'> | null
  locale: LocaleEntry
  translator: Translator
  viewer: Viewer | null
  props: unknown
  deferred: DeferredValues
  title: string
  head: PublicHead | null
  url: URL
  params: Record<string, string>
  timeZone: string
  error: ErrorView | null
  status: 200 | 404 | 503
  /** Lazy components whose files come with the document, besides the page's own. */
  parts?: readonly PageComponent[]
}

/** Answers with the page's payload, or with a document that streams its deferred parts. */
export async function respondPage(c: AppContext, page: PageResult, mode: PageMode): Promise<Response> {
  if (mode === 'payload') return respondPayload(c, page)
  return respondDocument(c, page)
}

async function respondPayload(c: AppContext, page: PageResult): Promise<Response> {
  const names = Object.keys(page.deferred)
  const values = await Promise.all(names.map((name) => page.deferred[name]))
  const deferred = Object.fromEntries(names.map((name, index) => [name, values[index] ?? null]))
  return c.json({ build: build.id, data: pageData(c, page), deferred }, page.status)
}

async function respondDocument(c: AppContext, page: PageResult): Promise<Response> {
  const isStored = page.route?.cache === 'guest' && !page.viewer && !c.get('flash')
  const kind = pageKindOf(page.route, page.viewer !== null)
  const layoutKey = page.route?.layout ?? (page.viewer ? 'not-found-member' : 'not-found-guest')
  const pageKey = page.route?.key ?? 'not-found'
  const nonce = isStored ? undefined : c.get('nonce')
  // Pages shared by all guests, with URLs that contain nothing personal. No other pages ask for or load the pixel.
  const pixel = page.route?.cache === 'guest' && !page.viewer ? pixelStateOf(c.req.raw.headers, c.env) : null
  const frame = frameParts(pixel)
  await Promise.all(frame.map((part) => part.ready()))
  const assets = assetsOf({ pageKey, layoutKey, kind, parts: [...(page.parts ?? []), ...frame] })
  const bootstrap = { ...createBootstrap(c, page, assets.modules, pixel), ...(await realtimeTokenFor(c, page.viewer)) }
  const namespaces = pageNamespaces(page.route)
  // Members open many documents: each would bring the texts again. A guest's form is one document.
  const messageFiles =
    kind === 'member' && !isDevelopment ? namespaces.map((each) => messagesHref(build.id, page.locale.code, each)) : []
  const [Layout, Page, messages] = await Promise.all([
    getLayout(layoutKey),
    page.route ? getPage(page.route.key) : noPage,
    kind === 'static' ? null : messageFiles.length > 0 ? '{}' : messagesJson(page.locale.code, namespaces),
  ])

  const hasDeferred = Object.keys(page.deferred).length > 0
  // The refresh of a browser without JavaScript would make a link on another site look like one of ours.
  const inOnePiece = isStored || (hasDeferred && (isNoScript(c) || isFromElsewhere(c)))
  const deferred = inOnePiece ? await settleDeferred(page.deferred) : page.deferred
  const withoutScript =
    hasDeferred && !inOnePiece ? `${noScriptActions.mark.path}?next=${encodeURIComponent(bootstrap.url)}` : undefined

  setDocumentHeaders(c, page, { nonce, wssURL: bootstrap.config.wssURL, pixel })
  await reactRenderer(({ children }) => children, {
    stream: { 'Content-Type': 'text/html; charset=utf-8' },
    readableStreamOptions: {
      nonce,
      // After the shell: the script may run as soon as it loads, so its data must already be parsed.
      bootstrapModules: pixel === 'accepted' ? [assets.entry, pixelScript()] : [assets.entry],
      // Renders deferred boundaries in order in one pass; a page in one piece has them in their places.
      ...(inOnePiece ? { progressiveChunkSize: Number.POSITIVE_INFINITY } : {}),
      onError: (error: unknown) => reportRenderError(c, error),
    },
  })(c, async () => undefined)
  return c.render(
    createElement(Document, {
      bootstrap,
      translator: page.translator,
      deferred,
      Layout,
      Page,
      server: {
        head: createElement(DocumentHead, {
          assets: {
            ...assets,
            messages: messageFiles,
            errors: `${build.id} ${c.env.ERROR_SHARE || 0}`,
            origin: publicOrigin(c.env, c.req.url),
            withoutScript,
          },
          lang: page.locale.lang,
          mode: colorModeOf(page.route, page.viewer),
          title: page.title,
          page: page.head,
          path: splitLocale(page.url.pathname).path,
          locale: page.locale.code,
          nonce: kind === 'member' || kind === 'entry' ? nonce : undefined,
          pixelId: pixel === 'accepted' ? pixelIdOf(c.env) : '',
        }),
        json: messages === null ? null : { bootstrap: escapeJson(bootstrap), messages },
      },
    }),
  )
}

type DocumentPolicy = { nonce: string | undefined; wssURL: string; pixel: PixelState | null }

function setDocumentHeaders(c: AppContext, page: PageResult, { nonce, wssURL, pixel }: DocumentPolicy): void {
  c.status(page.status)
  c.header(
    'Content-Security-Policy',
    contentSecurityPolicy({
      nonce,
      socketOrigin: new URL(wssURL).origin,
      isDevelopment,
      formTarget: page.viewer ? paymentOrigin(c.env) : undefined,
      hasPixel: pixel === 'accepted',
    }),
  )
  if (page.status === 200 && isCameraPage(page.url)) c.header('Permissions-Policy', permissionsPolicy('self'))
  // A copy of the site elsewhere must not appear beside it in search results.
  if (c.env.ENVIRONMENT !== 'production') c.header('X-Robots-Tag', 'noindex')
  // A browser's history would show a cached document without revalidation, in its state before a change or a sign-out. A URL with
  // a query may contain a secret from an email, so its answer is not stored at all.
  const isKept = !page.viewer && !page.url.search && page.status !== 503 && page.route?.cache !== 'never'
  c.header('Cache-Control', isKept ? 'private, no-cache' : 'no-store')
}

const noPage = () => null

function pageData(c: AppContext, page: PageResult): PageData {
  return {
    page: page.route?.key ?? 'not-found',
    props: page.props,
    viewer: page.viewer,
    params: page.params,
    url: page.url.pathname + page.url.search,
    locale: page.locale.code,
    timeZone: page.timeZone,
    now: c.get('now'),
    flash: c.get('flash'),
    error: page.error,
    // A page for guests is cached for everyone, however its first visitor arrived.
    isFromElsewhere: page.viewer !== null && isFromElsewhere(c),
    title: page.title,
  }
}

function createBootstrap(c: AppContext, page: PageResult, modules: PageModules, pixel: PixelState | null): Bootstrap {
  return {
    ...pageData(c, page),
    ...(page.head?.locales ? { locales: page.head.locales } : {}),
    ...(pixel ? { pixel } : {}),
    config: publicConfig(c.env, c.req.url),
    build: build.id,
    environment: c.env.ENVIRONMENT,
    modules,
  }
}

/** The page has just read from D1 that the session lives and who its member is, so the socket need not ask for that again. */
async function realtimeTokenFor(c: AppContext, viewer: Viewer | null): Promise<Pick<Bootstrap, 'realtimeToken'>> {
  const session = c.get('session')
  if (!viewer || !isConnected(viewer) || session?.kind !== 'member') return {}
  return { realtimeToken: await issueRealtimeToken(c.env, session, c.get('now')) }
}

/** Logs a failure inside a boundary: the browser retries it, and operators get the request id. */
function reportRenderError(c: AppContext, error: unknown): void {
  fail('render', error, { requestId: c.get('requestId'), route: routeKey(c) })
}

/** One text per locale and set of namespaces: as many as there are pages in eleven languages. */
const texts = new Map<string, string>()

/** A page's messages as JSON for its document, serialised once per isolate because all visitors share them. */
export async function messagesJson(code: LocaleCode, namespaces: readonly Namespace[]): Promise<string> {
  const key = `${code}:${namespaces.join()}`
  const known = texts.get(key)
  if (known !== undefined) return known
  const text = escapeJson(await loadMessages(code, namespaces))
  texts.set(key, text)
  return text
}
