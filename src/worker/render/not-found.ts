import type { Viewer } from '#shared/bootstrap.ts'
import { findViewer } from '#features/auth/session/server/public.ts'
import type { AppContext } from '#server/context.ts'
import { respondErrorPage } from './error-page.ts'
import type { PageMode } from './page-url.ts'

/** Why there is no page: no route matches the path, or a route's rule failed. Each has its own text (spec §2). */
export type NotFoundReason = 'unmatched' | 'rule'

export function notFoundMessage(reason: NotFoundReason, path: string): string {
  return reason === 'unmatched' ? `Page not found: ${path}` : 'Page Not Found'
}

/** The 404 page in the viewer's layout. If `viewer` is undefined, it reads the viewer first. */
export async function respondNotFound(
  c: AppContext,
  viewer: Viewer | null | undefined,
  reason: NotFoundReason,
  mode: PageMode,
): Promise<Response> {
  const found = viewer === undefined ? await findViewer(c) : viewer
  // A deleted account sees what guests see here: the signed-in layout leads to pages that are closed to it.
  const known = found?.state === 'deleted' ? null : found
  const describe = ({ t }: { t: (key: 'common.notFound.title') => string }, path: string) => ({
    title: t('common.notFound.title'),
    error: { message: notFoundMessage(reason, path) },
  })
  return respondErrorPage(c, known, { status: 404, describe }, mode)
}
