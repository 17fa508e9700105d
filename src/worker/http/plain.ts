import { Hono } from 'hono'
import { setCookie } from 'hono/cookie'
import { parseLocalPath } from '#shared/href.ts'
import type { LateValues } from '#shared/late.tsx'
import type { AppContext, AppEnv } from './context.ts'
import { cookieNames, hostCookieOptions, readCookie } from './cookies.ts'

/**
 * Browsers without script. Late parts of a streamed page are put into their places by script, so a page with such parts
 * sends a browser that runs none here (a refresh inside <noscript>), once: from then on, until the browser is closed, its
 * pages wait for their late parts and come in one piece.
 */
export const plainRoutes = new Hono<AppEnv>().get('/', (c) => {
  setCookie(c, cookieNames.plain, '1', hostCookieOptions)
  return c.redirect(parseLocalPath(c.req.query('next')) ?? '/', 302)
})

export function isPlain(c: AppContext): boolean {
  return readCookie(c, cookieNames.plain) !== undefined
}

/** The values of all late parts; what is not waited for any more is rendered in its place. */
export async function settleLate(late: LateValues): Promise<LateValues> {
  const entries = await Promise.all(Object.entries(late).map(async ([name, value]) => [name, (await value) ?? null] as const))
  return Object.fromEntries(entries)
}
