import { createMiddleware } from 'hono/factory'
import type { Viewer } from '#shared/bootstrap.ts'
import { AppError } from '#shared/errors.ts'
import { href, parseLocalPath, withPrefix } from '#shared/routing/href.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { findRoute, type RouteMatch } from '#shared/routing/match.ts'
import type { PortraitOf } from '#shared/photo.ts'
import { loginRoute, routes, type Route } from '#shared/routing/routes.ts'
import { isTimeZone } from '#shared/time-zone.ts'
import { owedConsents } from '#features/legal/server/public.ts'
import { portraitsFor } from '#features/photos/server/public.ts'
import { isActivityStale, noteActivity } from '#features/profile/server/public.ts'
import { isProviderCallback } from '#features/auth/providers/server/public.ts'
import { findLastActivity, findPageViewerStatement, toAgreed, toViewer } from '#features/auth/session/server/public.ts'
import { hasLiveRegistrationStatement } from '#features/auth/sign-up/server/public.ts'
import { visitorNewsStatement } from '#features/visits/server/public.ts'
import type { AppContext, AppEnv } from '#server/context.ts'
import { readCookie } from '#server/cookies.ts'
import { isRealVisit } from '#server/fetch-metadata.ts'
import type { LoadContext, QueryContext, Statements } from '#server/pages/load.ts'
import { consentStep } from '#features/legal/contract.ts'
import { fallbackRoute, tokenGate, viewerGate, type Decision } from '#worker/middleware/gate.ts'
import { lateLayoutParts } from './late-parts.ts'
import { getLoad } from './pages.ts'
import { respondNotFound } from './not-found.ts'
import { pageModeOf, pagePath, pageUrl, redirectTo, type PageMode } from './page-url.ts'
import type { PageResult } from './respond.ts'

/** Every page of the route table, in every locale: found by its path, as a document or as its payload. */
export function pages() {
  return createMiddleware<AppEnv>(async function handlePage(c, next) {
    const mode = pageModeOf(c)
    const match = findRoute(pagePath(c.req.path, mode))
    return match ? openPage(c, match, mode) : next()
  })
}

/** Gates, one D1 batch, then the page. */
async function openPage(c: AppContext, { route, locale, params }: RouteMatch, mode: PageMode): Promise<Response> {
  const session = c.get('session')
  const early = tokenGate(route, session !== null)
  if (early.kind !== 'allow') return respondDecision(c, early, mode)

  const load = await getLoad(route.key as Parameters<typeof getLoad>[0])
  await load.admit?.(c)
  const url = pageUrl(c, mode)
  // A page that is kept for everyone must hold nothing of whoever happened to ask first.
  if (route.cache === 'guest') url.search = ''
  const query: QueryContext = {
    env: c.env,
    db: c.get('db'),
    sub: session?.sub ?? '',
    sid: session?.sid ?? '',
    cookie: (name) => readCookie(c, name),
    params,
    url,
    now: c.get('now'),
  }
  const hasProviderAttempt = route.rules?.includes('google-login') ? await isProviderCallback(c, route.key) : false
  const portraitOf = await portraitsFor(c.env, query.sub, query.now)
  const { viewer, agreed, lastActivity, hasLiveRegistration, newVisitors, rows } = await readRows(
    c,
    route,
    { ...query, portraitOf },
    (await load.statements?.(query)) ?? [],
  )

  const decision = viewerGate(route, {
    viewer,
    hasLiveRegistration,
    hasProviderAttempt,
    hasUndoLink: isUndoLink(url),
    owesConsent: agreed !== null && owedConsents(agreed).length > 0,
    isConsentStep: isConsentStep(url),
  })
  if (decision.kind !== 'allow') return respondDecision(c, decision, mode, viewer)

  if (viewer && lastActivity && isRealVisit(c) && isActivityStale(lastActivity, query.now))
    c.executionCtx.waitUntil(noteActivity(query.db, viewer.id, query.now))
  const messages = await loadMessages(locale.code, ['common', ...route.messages])
  const timeZone = route.cache === 'guest' ? 'UTC' : timeZoneOf(c)
  const translator = createTranslator(locale.code, messages, { timeZone })
  const context: LoadContext = { ...query, viewer, agreed, translator, timeZone, portraitOf }
  try {
    const props = await load.props(context, rows)
    const late = {
      ...load.late?.(context),
      ...(route.layout === 'protected' ? lateLayoutParts({ ...context, newVisitors }) : {}),
    }
    const parts = mode === 'document' ? (load.parts?.(context, props) ?? []) : []
    await Promise.all(parts.map((part) => part.ready()))
    const result: PageResult = {
      route,
      parts,
      locale,
      translator,
      viewer,
      props,
      late,
      title: load.title(context, props),
      url,
      params: query.params,
      timeZone,
      error: null,
      status: 200,
    }
    if (load.visited && mode === 'document' && isRealVisit(c)) c.executionCtx.waitUntil(load.visited(context, props))
    // React is evaluated with the first page, not when the isolate starts.
    const { respondPage } = await import('./respond.ts')
    return await respondPage(c, result, mode)
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return respondNotFound(c, viewer, 'rule', mode)
    throw error
  }
}

/** The sign-in page's step of a letter's link. */
function isUndoLink({ searchParams }: URL): boolean {
  return searchParams.get('step') === 'undo' && searchParams.has('t')
}

/** The sign-in page's step for members who have to agree again. */
function isConsentStep({ searchParams }: URL): boolean {
  return searchParams.get('step') === consentStep
}

/** One batch, reads only: who is asking, and what the page needs. */
async function readRows(
  c: AppContext,
  route: Route,
  query: QueryContext & { portraitOf: PortraitOf },
  pageStatements: Statements,
) {
  const session = c.get('session')
  const db = c.get('db')
  const link = session || !route.rules?.includes('registration') ? null : query.url.searchParams.get('t')
  const viewerStatement = session ? [findPageViewerStatement(db, session, query.now)] : []
  const linkStatement = link ? [hasLiveRegistrationStatement(db, link, query.now)] : []
  const isBadged = session?.kind === 'member' && route.layout === 'protected'
  const newsStatement = isBadged ? [visitorNewsStatement(db, session.sub, query.now)] : []
  const [head, ...rest] = [...viewerStatement, ...linkStatement, ...newsStatement, ...pageStatements]
  const results: unknown[] = head ? [...(await db.batch([head, ...rest]))] : []
  const viewerRows = session ? results.shift() : []
  const viewer: Viewer | null = toViewer(viewerRows, query.portraitOf)
  const hasLiveRegistration = link ? (results.shift() as unknown[]).length > 0 : false
  const newVisitors = isBadged ? ((results.shift() as { people: number }[])[0]?.people ?? 0) : null
  const agreed = viewer && toAgreed(viewerRows)
  return { viewer, agreed, lastActivity: findLastActivity(viewerRows), hasLiveRegistration, newVisitors, rows: results as never }
}

async function respondDecision(
  c: AppContext,
  decision: Decision,
  mode: PageMode,
  viewer: Viewer | null = null,
): Promise<Response> {
  switch (decision.kind) {
    case 'not-found':
      return respondNotFound(c, viewer, 'rule', mode)
    case 'remembered':
      return redirectTo(c, rememberedPath(c, mode), mode)
    case 'consent': {
      const query = { step: consentStep, next: onTheWay(c, mode) }
      return redirectTo(c, href(loginRoute, {}, { locale: c.get('locale').code, query }), mode)
    }
    case 'redirect': {
      const next = decision.next ? pageUrl(c, mode) : undefined
      const query = next && decision.route.key === loginRoute.key ? { next: next.pathname + next.search } : undefined
      return redirectTo(c, href(decision.route, {}, { locale: c.get('locale').code, query }), mode)
    }
    case 'allow':
      throw new Error('An allowed page needs no redirect')
  }
}

/** Where a member wanted to go: the page of theirs that they opened, else what the sign-in page was given to remember. */
function onTheWay(c: AppContext, mode: PageMode): string | null {
  const { pathname, search, searchParams } = pageUrl(c, mode)
  return findRoute(pathname)?.route.auth === 'required' ? pathname + search : parseLocalPath(searchParams.get('next'))
}

/** The page remembered as `next`, when it is one of this origin and not the sign-in page itself; else people nearby. */
function rememberedPath(c: AppContext, mode: PageMode): string {
  const { code } = c.get('locale')
  const next = parseLocalPath(pageUrl(c, mode).searchParams.get('next'))
  const signIn = withPrefix(routes.signIn.path, code)
  return next && !next.startsWith(signIn) ? next : href(fallbackRoute, {}, { locale: code })
}

/** From the cookie that the client sets; the edge's guess for a first visit; UTC otherwise. */
function timeZoneOf(c: AppContext): string {
  const guess = readCookie(c, 'tz') ?? (c.req.raw.cf?.timezone as string | undefined)
  return guess && isTimeZone(guess) ? guess : 'UTC'
}
