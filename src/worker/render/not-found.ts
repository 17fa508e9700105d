import type { Viewer } from '#shared/bootstrap.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { findViewer } from '#features/auth/session/server/public.ts'
import type { AppContext } from '#server/context.ts'
import { deferBadges } from './deferred-badges.ts'
import { pageUrl, type PageMode } from './page-url.ts'

/** Why there is no page: no route matches the path, or a route's rule failed. Each has its own wording (spec §2). */
export type NotFoundReason = 'unmatched' | 'rule'

export function notFoundMessage(reason: NotFoundReason, path: string): string {
  return reason === 'unmatched' ? `Page not found: ${path}` : 'Page Not Found'
}

/** The 404 page in the viewer's layout. With `viewer` undefined it reads the viewer first. */
export async function respondNotFound(
  c: AppContext,
  viewer: Viewer | null | undefined,
  reason: NotFoundReason,
  mode: PageMode,
): Promise<Response> {
  const locale = c.get('locale')
  const url = pageUrl(c, mode)
  const known = viewer === undefined ? await findViewer(c) : viewer
  const messages = await loadMessages(locale.code, ['common'])
  const timeZone = 'UTC'
  const translator = createTranslator(locale.code, messages, { timeZone })
  const error = { status: 404, message: notFoundMessage(reason, url.pathname), path: url.pathname }
  const deferred = known ? deferBadges({ env: c.env, viewer: known, newVisitors: null }) : {}
  const { respondPage } = await import('./respond.ts')
  return respondPage(
    c,
    {
      route: null,
      locale,
      translator,
      viewer: known,
      props: null,
      deferred,
      title: translator.t('common.notFound.title'),
      head: null,
      url,
      params: {},
      timeZone,
      error,
      status: 404,
    },
    mode,
  )
}
