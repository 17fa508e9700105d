import { createMiddleware } from 'hono/factory'
import { withPrefix } from '#shared/routing/href.ts'
import { canonicalPath } from '#shared/routing/canonical-path.ts'
import { splitLocale } from '#shared/i18n/locales.ts'
import type { AppEnv } from '#server/context.ts'
import { pageModeOf, pageUrl, redirectTo } from '#worker/render/page-url.ts'
import { readContentState } from './content-state.ts'

/**
 * Looks up server-side redirects for every path (spec §2), and normalises the path. A target is a path without locale prefix,
 * which keeps the visitor's language, or an absolute URL, which the client opens as a full page load. A single response does
 * both, so redirects never chain.
 */
export function redirectLookup() {
  return createMiddleware<AppEnv>(async function followRedirect(c, next) {
    const mode = pageModeOf(c)
    const url = pageUrl(c, mode)
    const canonical = canonicalPath(url.pathname)
    const { locale, path } = splitLocale(canonical)
    const { redirects } = await readContentState(c.get('db'), c.get('now'))
    const target = redirects.get(path) ?? redirects.get(path.toLowerCase())
    if (target)
      return redirectTo(c, target.startsWith('/') ? withPrefix(withQuery(target, url.search), locale.code) : target, mode, 301)
    if (canonical !== url.pathname) return redirectTo(c, canonical + url.search, mode, 301)
    return next()
  })
}

/** The query of the visitor's URL is kept, unless the target has its own. */
const withQuery = (target: string, search: string) => (/[?#]/.test(target) ? target : target + search)
