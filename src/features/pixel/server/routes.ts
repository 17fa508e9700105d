import { deleteCookie, setCookie } from 'hono/cookie'
import * as v from 'valibot'
import { notFound } from '#shared/errors.ts'
import { on } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import type { AppContext } from '#server/context.ts'
import { publicOrigin } from '#server/origin.ts'
import { libraryCookies, pixelActions, pixelChoices, pixelCookie } from '../contract.ts'
import { cookieDomains, pixelIdOf } from '../rules.ts'

const input = v.object({ choice: v.picklist(pixelChoices, 'choice') })

/** A guest's choice about the analytics pixel, stored only in their browser. */
export const pixelRoutes = handle(pixelActions, {
  choose: on(input, async (c, { choice }) => {
    if (pixelIdOf(c.env) === '') throw notFound()
    const { protocol, hostname } = new URL(publicOrigin(c.env, c.req.url))
    const secure = protocol === 'https:'
    setCookie(c, pixelCookie.name, choice, {
      path: '/',
      maxAge: pixelCookie.maxAgeSeconds,
      sameSite: 'Lax',
      httpOnly: true,
      secure,
    })
    if (choice === 'declined') forgetLibrary(c, hostname)
    return {}
  }),
})

/**
 * A visitor who withdraws the consent keeps none of the library's cookies. It sets them on the highest domain that the browser
 * allows.
 */
function forgetLibrary(c: AppContext, hostname: string): void {
  for (const name of libraryCookies) {
    deleteCookie(c, name, { path: '/' })
    for (const domain of cookieDomains(hostname)) deleteCookie(c, name, { path: '/', domain })
  }
}
