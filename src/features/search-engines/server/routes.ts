import type { MiddlewareHandler } from 'hono'
import { notFound } from '#shared/errors.ts'
import { findLocale } from '#shared/i18n/locales.ts'
import type { AppContext, AppEnv } from '#server/context.ts'
import { createRouter } from '#server/actions/router.ts'
import { publicOrigin } from '#server/origin.ts'
import { searchEnginePaths } from '../contract.ts'
import { robotsText, sitemap, sitemapIndex } from '../rules.ts'
import { sitemapStatements } from './queries.ts'

function showRobots(c: AppContext): Response {
  const text = robotsText(publicOrigin(c.env, c.req.url), c.env.ENVIRONMENT === 'production')
  return new Response(text, { headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': caching } })
}

/** GET /sitemaps/{locale}.xml */
const showSitemap: MiddlewareHandler<AppEnv> = async (c) => {
  const locale = findLocale(/^([\w-]+)\.xml$/.exec(c.req.param('file') ?? '')?.[1])
  if (!locale) throw notFound()
  const [posts, cities] = await c.get('db').batch([...sitemapStatements(c.get('db'), locale.code)])
  return respondXml(sitemap(publicOrigin(c.env, c.req.url), locale.code, { posts, cities }))
}

/** The same time after which pages themselves show a change. */
const caching = 'public, max-age=60'

function respondXml(xml: string): Response {
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': caching } })
}

export const searchEngineRoutes = createRouter()
  .get(searchEnginePaths.robots, showRobots)
  .get(searchEnginePaths.sitemaps, (c) => respondXml(sitemapIndex(publicOrigin(c.env, c.req.url))))
  .get(searchEnginePaths.sitemap, showSitemap)
