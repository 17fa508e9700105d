import { etag } from 'hono/etag'
import { avatarRoutes } from '#features/avatars/server/routes.ts'
import { feedHref } from '#features/blog/contract.ts'
import { searchEngineRoutes } from '#features/search-engines/server/routes.ts'
import { sessionMiddleware } from '#features/auth/session/server/public.ts'
import { crossSitePaths, mountApi, oneBatchPaths, openToRestrictedPaths } from './api.ts'
import { keptFilePaths, serveKeptFile } from './builds.ts'
import { answerHealth } from './health.ts'
import { errorHook } from './middleware/errors.ts'
import { floodGuard } from './middleware/flood.ts'
import { requireActiveMember } from './middleware/member-state.ts'
import { localHost } from './middleware/local-host.ts'
import { providerCallback } from './middleware/provider-callback.ts'
import { redirectLookup } from './middleware/redirects.ts'
import { refuseWhileRestoring } from './middleware/restoring.ts'
import { requestContext } from './middleware/request-context.ts'
import { requestLog } from './middleware/request-log.ts'
import { sameOrigin } from './middleware/same-origin.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { refuseClosed } from './middleware/switches.ts'
import { opsActions, postPreviewActions } from '#features/ops/contract.ts'
import { createRouter } from '#server/actions/router.ts'
import { offlinePaths } from '#shared/service-worker.ts'
import { locales } from '#shared/i18n/locales.ts'
import { handleLazily, mount } from '#server/actions/handle.ts'
import { photoFileRoutes } from './photo-files.ts'
import { realtimeRoutes } from './realtime.ts'
import { isPageVisit } from './render/page-visit.ts'
import { guestPages } from './render/guest-pages.ts'
import { pageModeOf } from './render/page-url.ts'
import { homeLocale } from './middleware/home-locale.ts'

/** Visitors never need the operators' pages, so an isolate only evaluates them when an operator opens one. */
const loadOps = async () => (await import('#features/ops/server/routes.ts')).opsRoutes
const loadPreviews = async () => (await import('./render/post-preview.ts')).postPreviewRoutes

/** An isolate that only holds objects, or answers actions, renders no page. */
const loadPages = () => import('./render/page-pipeline.ts')
const loadNotFound = () => import('./render/not-found.ts')

const loadActivity = () => import('./render/activity.ts')

/** The platform passes these requests to the worker first (`run_worker_first` in wrangler.toml). */
const soundPaths = '/sounds/*'

/** The order of these lines is the order in which a request passes through them (README, 'A tour of the code'). */
export function createApp() {
  const app = createRouter()
  app.onError(errorHook)
  app.use(requestContext((request, c) => app.fetch(request, c.env, c.executionCtx)))
  app.use(requestLog())
  app.use(localHost())
  app.use(securityHeaders())
  app.use(floodGuard())
  app.get('/healthz', answerHealth)
  app.use(refuseWhileRestoring())
  app.get(`${offlinePaths.shell}/:locale`, async (c) => (await import('./render/shell.tsx')).respondShell(c))
  app.get(`${offlinePaths.page}/:locale`, async (c) => (await import('./render/shell.tsx')).respondOfflinePage(c))
  app.route('/', searchEngineRoutes)
  for (const path of keptFilePaths) app.get(path, serveKeptFile)
  app.get(soundPaths, async (c) => (await import('./sounds.ts')).serveSound(c))
  app.route('/avatars', avatarRoutes)
  for (const { code } of locales)
    app.get(feedHref(code), etag(), async (c) => (await import('#features/blog/server/public.ts')).answerFeed(c))
  app.use(sameOrigin({ exempt: crossSitePaths }))
  app.use(sessionMiddleware(async (c) => (isPageVisit(c) ? (await loadActivity()).noteWithRenewal(c) : null)))
  app.use('/api/*', requireActiveMember({ exempt: openToRestrictedPaths, oneBatch: oneBatchPaths }))
  app.use('/api/*', refuseClosed())
  mountApi(app)
  app.route('/', realtimeRoutes)
  mount(app, handleLazily(Object.values(opsActions), loadOps))
  mount(app, handleLazily(Object.values(postPreviewActions), loadPreviews))
  app.route('/photos', photoFileRoutes)
  app.use(homeLocale())
  app.use(redirectLookup())
  app.use(guestPages())
  app.use(providerCallback())
  app.get('*', async (c, next) => (await loadPages()).handlePage(c, next))
  app.notFound(async (c) => (await loadNotFound()).respondNotFound(c, undefined, 'unmatched', pageModeOf(c)))
  return app
}
