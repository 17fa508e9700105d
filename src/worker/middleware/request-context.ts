import { createMiddleware } from 'hono/factory'
import { openDatabase } from '#db/database.ts'
import { matchAcceptLanguage } from '#shared/i18n/negotiate-locale.ts'
import { defaultLocale, findLocale, getLocale, localeCookie, splitLocale, type LocaleEntry } from '#shared/i18n/locales.ts'
import type { AppContext, AppEnv } from '#server/context.ts'
import { Steps } from '#server/steps.ts'

/** Sets the values that every later step reads: id, clock, database, locale, nonce; and the way back into the application. */
export function requestContext(dispatch: (request: Request, c: AppContext) => Response | Promise<Response>) {
  return createMiddleware<AppEnv>(async function setRequestContext(c, next) {
    c.set('requestId', crypto.randomUUID())
    const now = Date.now()
    c.set('now', now)
    c.set('steps', new Steps(now))
    c.set('db', openDatabase(c.env.DB))
    c.set('locale', findRequestLocale(c))
    c.set('nonce', randomNonce())
    c.set('session', null)
    c.set('flash', null)
    c.set('dispatch', async (request) => dispatch(request, c))
    await next()
    c.res.headers.set('X-Request-Id', c.get('requestId'))
  })
}

/** A page's locale is in its URL. An API call uses the language of the page it came from, or else the visitor's. */
function findRequestLocale(c: AppContext): LocaleEntry {
  const url = new URL(c.req.url)
  const { locale } = splitLocale(url.pathname)
  if (locale.prefix !== '' || !isServiceCall(url.pathname)) return locale
  const referer = c.req.header('referer')
  if (referer && URL.canParse(referer)) return splitLocale(new URL(referer).pathname).locale
  return preferredLocale(c.req.raw.headers)
}

/** The visitor's own choice, or else the browser's languages, or else British English. */
export function preferredLocale(headers: Headers): LocaleEntry {
  const chosen = findLocale(localePattern.exec(headers.get('cookie') ?? '')?.[1])
  return chosen ?? getLocale(matchAcceptLanguage(headers.get('accept-language')) ?? defaultLocale)
}

const localePattern = new RegExp(`(?:^|;\\s*)${localeCookie.name}=([\\w-]+)`)

function isServiceCall(pathname: string): boolean {
  return /^\/(api|realtime)(\/|$)/.test(pathname)
}

function randomNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
}
