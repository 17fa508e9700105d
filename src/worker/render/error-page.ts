import type { ErrorView, Viewer } from '#shared/bootstrap.ts'
import { createTranslator, type Translator } from '#shared/i18n/translator.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import type { Namespace } from '#shared/i18n/messages.ts'
import type { AppContext } from '#server/context.ts'
import { deferBadges } from './deferred-badges.ts'
import { pageUrl, type PageMode } from './page-url.ts'

type ErrorPage = {
  status: 404 | 503
  /** The page's own texts, besides `common`. */
  messages?: readonly Namespace[]
  /** Title and content, in the visitor's language. */
  describe(translator: Translator, path: string): { title: string; error: Omit<ErrorView, 'status' | 'path'> }
}

/** A page shown in place of another, in the visitor's own layout and language. */
export async function respondErrorPage(
  c: AppContext,
  viewer: Viewer | null,
  { status, messages = [], describe }: ErrorPage,
  mode: PageMode,
): Promise<Response> {
  const locale = c.get('locale')
  const url = pageUrl(c, mode)
  const timeZone = 'UTC'
  const translator = createTranslator(locale.code, await loadMessages(locale.code, ['common', ...messages]), { timeZone })
  const { title, error } = describe(translator, url.pathname)
  const { respondPage } = await import('./respond.ts')
  return respondPage(
    c,
    {
      route: null,
      locale,
      translator,
      viewer,
      props: null,
      deferred: viewer ? deferBadges({ env: c.env, viewer, newVisitors: null, peopleRevision: null, read: null }) : {},
      title,
      head: null,
      url,
      params: {},
      timeZone,
      error: { ...error, status, path: url.pathname },
      status,
    },
    mode,
  )
}
