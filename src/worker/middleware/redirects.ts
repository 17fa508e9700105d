import { createMiddleware } from 'hono/factory'
import { withPrefix } from '#shared/routing/href.ts'
import { splitLocale } from '#shared/i18n/locales.ts'
import type { AppEnv } from '#server/context.ts'
import { pageModeOf, pageUrl, redirectTo } from '#worker/render/page-url.ts'
import { readContentState } from './content-state.ts'

/**
 * Looks up server-side redirects for every path (spec §2). A target is a path without locale prefix, which keeps the
 * visitor's language, or an absolute address. The client opens the latter as a full page load.
 */
export function redirectLookup() {
  return createMiddleware<AppEnv>(async function followRedirect(c, next) {
    const mode = pageModeOf(c)
    const url = pageUrl(c, mode)
    const { locale, path } = splitLocale(url.pathname)
    const { redirects } = await readContentState(c.get('db'), c.get('now'))
    const target = redirects.get(trimSlash(path))
    if (target) return redirectTo(c, target.startsWith('/') ? withPrefix(target, locale.code) : target, mode)
    // Two slashes at the start of a Location would name another host.
    const trimmed = trimSlash(url.pathname).replace(/^\/{2,}/, '/')
    if (trimmed !== url.pathname) return redirectTo(c, trimmed + url.search, mode)
    return next()
  })
}

function trimSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
}
