import { createMiddleware } from 'hono/factory'
import { isSearchCrawler } from '#shared/i18n/negotiate-locale.ts'
import { defaultLocale } from '#shared/i18n/locales.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import type { AppEnv } from '#server/context.ts'
import { preferredLocale } from './request-context.ts'

/**
 * Redirects only the bare `/` to the visitor's language; the redirect is never stored. Deep links and crawlers that identify
 * themselves keep the requested URL.
 */
export function homeLocale() {
  return createMiddleware<AppEnv>(async function chooseHomeLocale(c, next) {
    if (c.req.path !== routes.home.path || !isRead(c.req.method) || isSearchCrawler(c.req.header('user-agent'))) return next()
    const wanted = preferredLocale(c.req.raw.headers)
    if (wanted.code === defaultLocale) return next()
    return new Response(null, {
      status: 302,
      headers: {
        Location: href(routes.home, {}, { locale: wanted.code }) + new URL(c.req.url).search,
        'Cache-Control': 'no-store',
        Vary: 'Accept-Language, Cookie',
      },
    })
  })
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD'
