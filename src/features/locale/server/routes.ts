import { setCookie } from 'hono/cookie'
import * as v from 'valibot'
import { parseLocalPath, withPrefix } from '#shared/routing/href.ts'
import { localeCookie, locales, splitLocale, type LocaleCode } from '#shared/i18n/locales.ts'
import { backTo, on, type ActionResult } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import type { AppContext } from '#server/context.ts'
import { publicOrigin } from '#server/origin.ts'
import { localeActions } from '../contract.ts'
import { saveLocale } from './queries.ts'

const codes = locales.map((locale) => locale.code)

/** `next`: the page to return to, with or without a locale prefix. Without it, the form's own page is shown. */
const input = v.object({ locale: v.picklist(codes, 'choice'), next: v.optional(v.string()) })

export const localeRoutes = handle(localeActions, { choose: on(input, choose) })

/** Remembers a chosen language for 365 days (spec §9) and shows the same page in it. */
async function choose(c: AppContext, { locale, next }: v.InferOutput<typeof input>): Promise<ActionResult> {
  const secure = publicOrigin(c.env, c.req.url).startsWith('https:')
  setCookie(c, localeCookie.name, locale, { path: '/', maxAge: localeCookie.maxAgeSeconds, sameSite: 'Lax', secure })
  const session = c.get('session')
  // Emails and notifications are written in the member's language.
  if (session?.kind === 'member') await saveLocale(c.get('db'), session, locale, c.get('now'))
  return { to: inLocale(parseLocalPath(next) ?? backTo(c, {}), locale) }
}

/** Returns a path of this origin in another locale, with its query and hash. */
function inLocale(path: string, code: LocaleCode): string {
  const [, pathname = '/', rest = ''] = /^([^?#]*)(.*)$/.exec(path) ?? []
  return withPrefix(splitLocale(pathname).path, code) + rest
}
