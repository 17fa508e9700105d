import { createElement } from 'react'
import { reactRenderer } from '@hono/react-renderer'
import { build } from 'virtual:build'
import { brand } from '#shared/brand.ts'
import type { Bootstrap } from '#shared/bootstrap.ts'
import { notFound } from '#shared/errors.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { findLocale, type LocaleEntry } from '#shared/i18n/locales.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { escapeJson } from '#shared/react/deferred.tsx'
import { Document } from '#layouts/document.tsx'
import { DocumentHead } from '#layouts/document-head.tsx'
import type { AppContext } from '#server/context.ts'
import { publicOrigin } from '#server/origin.ts'
import { smallDocument } from '#server/pages/small-document.ts'
import { keepPromptScript } from '#ui/install/keep-prompt.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { shellAssets } from './assets.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { getLayout } from './pages.ts'
import { publicConfig } from './public-config.ts'

/**
 * `/_shell/{locale}`: the frame of the signed-in area around an empty page. The service worker paints it while a payload is on
 * its way (src/client/pwa/shell.tsx). No session is read, so it contains no member's data.
 */
export async function respondShell(c: AppContext): Promise<Response> {
  const locale = requireLocale(c)
  const messages = await loadMessages(locale.code, ['common'])
  const translator = createTranslator(locale.code, messages, { timeZone: 'UTC' })
  const config = publicConfig(c.env, c.req.url)
  const assets = shellAssets()
  const bootstrap: Bootstrap = {
    page: 'not-found',
    props: null,
    viewer: null,
    params: {},
    url: '/',
    locale: locale.code,
    timeZone: 'UTC',
    now: 0,
    flash: null,
    error: null,
    isFromElsewhere: false,
    title: brand.name,
    config,
    build: build.id,
    environment: c.env.ENVIRONMENT,
    modules: { kind: 'member', page: null, layout: '' },
  }
  const Layout = await getLayout('protected')
  c.header(
    'Content-Security-Policy',
    contentSecurityPolicy({ socketOrigin: new URL(config.wssURL).origin, script: await hashOf(keepPromptScript) }),
  )
  c.header('Cache-Control', 'no-cache')
  await reactRenderer(({ children }) => children, {
    stream: { 'Content-Type': 'text/html; charset=utf-8' },
    readableStreamOptions: { bootstrapModules: [assets.entry], progressiveChunkSize: Number.POSITIVE_INFINITY },
  })(c, async () => undefined)
  return c.render(
    createElement(Document, {
      bootstrap,
      translator,
      deferred: { unread: null, visitors: null },
      Layout,
      Page: ShellPage,
      server: {
        head: createElement(DocumentHead, {
          pixelId: '',
          assets: { ...assets, errors: `${build.id} ${c.env.ERROR_SHARE || 0}`, origin: publicOrigin(c.env, c.req.url) },
          lang: locale.lang,
          mode: null,
          title: brand.name,
          page: null,
          path: '/',
          locale: locale.code,
          nonce: '',
        }),
        json: { bootstrap: escapeJson(bootstrap), messages: escapeJson(messages) },
      },
    }),
  )
}

/** A stored page cannot have its own nonce, so its one inline script is allowed by its hash. */
async function hashOf(script: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script))
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
}

function ShellPage() {
  return (
    <div data-shell="" aria-busy="true">
      <Skeleton shape="title" />
      <Skeleton lines={6} />
    </div>
  )
}

/** `/_offline/{locale}`: shown if neither the network nor a copy has the page. A static document, like errors. */
export async function respondOfflinePage(c: AppContext): Promise<Response> {
  const { code, lang } = requireLocale(c)
  const { t } = createTranslator(code, await loadMessages(code, ['common']), { timeZone: 'UTC' })
  const body = `<p>${t('common.away.text')}</p><p><a href="">${t('common.failure.again')}</a></p>`
  return new Response(smallDocument({ lang, title: t('common.away.title'), body }), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': "default-src 'none'; style-src 'self'; frame-ancestors 'none'",
    },
  })
}

function requireLocale(c: AppContext): LocaleEntry {
  const locale = findLocale(c.req.param('locale'))
  if (!locale) throw notFound()
  return locale
}
