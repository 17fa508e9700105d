import type { Viewer } from '#shared/bootstrap.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import type { AppContext } from '#server/context.ts'
import { retryClosedAfterS, type ClosedPage } from '#worker/middleware/switches.ts'
import { respondErrorPage } from './error-page.ts'
import type { PageMode } from './page-url.ts'

/** The page that each closed part leads on to. */
const waysOn = {
  'sign-up': { route: routes.signIn, query: {} },
  'anonymous-chat': { route: routes.peopleNearby, query: {} },
  'blind-dates': { route: routes.peopleNearby, query: {} },
  store: { route: routes.store, query: { view: 'orders' } },
} as const satisfies Record<ClosedPage, unknown>

/** The page of a part that operators have closed: 503, in the visitor's layout and language, with a link to another page. */
export async function respondClosed(c: AppContext, viewer: Viewer | null, name: ClosedPage, mode: PageMode): Promise<Response> {
  c.header('Retry-After', String(retryClosedAfterS))
  c.header('Cache-Control', 'no-store')
  const { code: locale } = c.get('locale')
  const { route, query } = waysOn[name]
  const to = href(route, {}, { locale, query })
  return respondErrorPage(
    c,
    viewer,
    {
      status: 503,
      messages: ['closed'],
      describe: ({ t }) => {
        const title = t(`closed.${name}.title`)
        const action = { href: to, label: t(`closed.${name}.action`) }
        return { title, error: { message: title, closed: { text: t(`closed.${name}.text`), action } } }
      },
    },
    mode,
  )
}
