import { setCookie } from 'hono/cookie'
import { read } from '#shared/routing/action.ts'
import { parseLocalPath } from '#shared/routing/href.ts'
import type { DeferredValues } from '#shared/react/deferred.tsx'
import type { AppContext } from '../context.ts'
import { isFromElsewhere } from '../fetch-metadata.ts'
import { cookieNames, hostCookieOptions, readCookie } from '../cookies.ts'

/**
 * Support for browsers without JavaScript. A script puts deferred parts of a streamed page into their places. For a browser
 * without one, pages therefore wait for their deferred parts and come in one piece, until the browser is closed. A form's field
 * inside <noscript> reveals such a browser. Otherwise the first page with deferred parts sends it here, by a refresh inside
 * <noscript>.
 */
export const noScriptActions = { mark: read('/api/plain', { openToRestricted: true }) }

/** Marks the browser and redirects to `?next=`. */
export function markAndGoOn(c: AppContext): Response {
  // A link on another site proves nothing about this browser; the refresh comes from a page of ours.
  if (!isFromElsewhere(c)) markNoScript(c)
  return c.redirect(parseLocalPath(c.req.query('next')) ?? '/', 302)
}

/** The field that forms carry inside <noscript>. */
export const noScriptField = 'plain'

export function markNoScript(c: AppContext): void {
  setCookie(c, cookieNames.noScript, '1', hostCookieOptions)
}

export function isNoScript(c: AppContext): boolean {
  return readCookie(c, cookieNames.noScript) !== undefined
}

/** Waits for all deferred values, so that their parts render in place. */
export async function settleDeferred(deferred: DeferredValues): Promise<DeferredValues> {
  const entries = await Promise.all(Object.entries(deferred).map(async ([name, value]) => [name, (await value) ?? null] as const))
  return Object.fromEntries(entries)
}
