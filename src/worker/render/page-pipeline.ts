import type { Next } from 'hono'
import { brand } from '#shared/brand.ts'
import { AppError } from '#shared/errors.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { findRoute, type RouteMatch } from '#shared/routing/match.ts'
import { isTimeZone } from '#shared/time-zone.ts'
import { deleteStep, welcomeBackStep } from '#shared/routing/account-steps.ts'
import { consentStep } from '#features/legal/contract.ts'
import { owedConsents } from '#features/legal/server/public.ts'
import { activeStates } from '#db/predicates/own-state.ts'
import type { PageRead } from '#features/member-hub/contract.ts'
import { notingPhotos, portraitsFor } from '#features/photos/server/public.ts'
import { isActivityStale } from '#features/profile/server/public.ts'
import { isProviderCallback } from '#features/auth/providers/server/public.ts'
import type { AppContext } from '#server/context.ts'
import { readCookie } from '#server/cookies.ts'
import { countryOf } from '#server/country.ts'
import { isRealVisit } from '#server/fetch-metadata.ts'
import type { AnyLoad, LoadContext } from '#server/pages/load.ts'
import type { AskedPage } from '#server/pages/page-fact.ts'
import type { Step } from '#server/steps.ts'
import { readClosed } from '#server/switches.ts'
import { tokenGate, viewerGate, type GateFacts } from '#worker/middleware/gate.ts'
import { closedPageOf } from '#worker/middleware/switches.ts'
import { respondClosed } from './closed.ts'
import { deferBadges } from './deferred-badges.ts'
import { reportActivity } from './activity.ts'
import { respondNotFound } from './not-found.ts'
import { respondDecision } from './page-decision.ts'
import { readPage, type ReadPage } from './page-facts.ts'
import { pageModeOf, pagePath, pageUrl, type PageMode } from './page-url.ts'
import { getLoad } from './pages.ts'
import type { PageResult } from './respond.ts'

/** A requested page, processed by each step of the pipeline. */
type PageRequest = RouteMatch & { c: AppContext; mode: PageMode }

/** Handles every page of the route table, in every locale, as a document or as its payload. */
export async function handlePage(c: AppContext, next: Next): Promise<Response | void> {
  const mode = pageModeOf(c)
  const match = findRoute(pagePath(c.req.path, mode))
  return match ? openPage({ ...match, c, mode }) : next()
}

/** Token gate, one D1 batch, viewer gate, load, answer. */
async function openPage(request: PageRequest): Promise<Response> {
  const { c, mode, route } = request
  const early = tokenGate(route, c.get('session') !== null)
  if (early.kind !== 'allow') return respondDecision(c, early, mode)

  const load = await getLoad(route.key)
  await load.admit?.(c)
  const asked = await describe(request)
  endStep(c, 'gate')
  const read = await readPage(asked, (await load.statements?.(asked)) ?? [])

  endStep(c, 'read')
  const decision = viewerGate(route, await gateFacts(request, asked, read))
  if (decision.kind !== 'allow') return respondDecision(c, decision, mode, read.viewer)

  noteVisit(request, read)
  const closed = await closedPageOf(asked)
  if (closed !== null) return respondClosed(c, read.viewer, closed, mode)
  try {
    const page = await loadPage(request, load, asked, read)
    endStep(c, 'load')
    // Evaluated with the first page, not when the isolate starts.
    const { respondPage } = await import('./respond.ts')
    const response = await respondPage(c, page, mode)
    endStep(c, 'render')
    return withTimes(c, response, read)
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return respondNotFound(c, read.viewer, 'rule', mode)
    throw error
  }
}

function endStep(c: AppContext, step: Step): void {
  c.get('steps').end(step, Date.now())
}

/**
 * Only members get the times, and only for pages they may see. Those of a refusal, or of a guest's or a registration's form,
 * could reveal what the page itself does not.
 */
function withTimes(c: AppContext, response: Response, { viewer }: ReadPage): Response {
  if (c.env.SERVER_TIMING === 'on' && viewer && viewer.state !== 'unverified')
    response.headers.set('Server-Timing', String(c.get('steps')))
  return response
}

async function describe({ c, mode, route, params }: PageRequest): Promise<AskedPage> {
  const session = c.get('session')
  const [now, viewerId] = [c.get('now'), session?.sub ?? '']
  const url = pageUrl(c, mode)
  // A page in the shared cache must contain nothing about its first visitor.
  if (route.cache === 'guest') url.search = ''
  return {
    env: c.env,
    db: c.get('db'),
    route,
    session,
    viewerId,
    sid: session?.sid ?? '',
    cookie: (name) => readCookie(c, name),
    params,
    url,
    country: countryOf(c),
    closed: await readClosed(c.get('db'), now),
    now,
    portraitOf: await portraitsFor(c.env, viewerId, now),
  }
}

async function gateFacts({ c, route }: PageRequest, { url: { searchParams } }: AskedPage, read: ReadPage): Promise<GateFacts> {
  const step = searchParams.get('step')
  return {
    viewer: read.viewer,
    hasLiveRegistration: read.hasLiveRegistration,
    isCity: read.isCity,
    hasProviderAttempt: route.rules?.includes('google-login') ? await isProviderCallback(c, route.key) : false,
    hasUndoLink: step === 'undo' && searchParams.has('t'),
    owesConsent: read.agreed !== null && owedConsents(read.agreed).length > 0,
    isConsentStep: step === consentStep,
    isDeleteStep: step === deleteStep,
    isWelcomeBackStep: step === welcomeBackStep,
  }
}

/** Marks a page as really opened: after the response, the last activity is written if the stored one is too old. */
function noteVisit({ c }: PageRequest, { viewer, lastActivity }: ReadPage): void {
  const now = c.get('now')
  if (viewer && viewer.state !== 'deleted' && lastActivity && isRealVisit(c) && isActivityStale(lastActivity, now))
    c.executionCtx.waitUntil(reportActivity(c, viewer.id, now))
}

async function loadPage(
  { c, mode, route, locale }: PageRequest,
  load: AnyLoad,
  asked: AskedPage,
  { viewer, agreed, newVisitors, peopleRevision, lastActivity, rows }: ReadPage,
): Promise<PageResult> {
  const messages = await loadMessages(locale.code, ['common', ...route.messages])
  const timeZone = route.cache === 'guest' ? 'UTC' : timeZoneOf(c)
  const translator = createTranslator(locale.code, messages, { timeZone })
  const shownPhotos = new Set<string>()
  const shownPortraitOf = notingPhotos(asked.portraitOf, shownPhotos)
  const context: LoadContext = { ...asked, viewer, agreed, translator, timeZone, shownPortraitOf, shownPhotos }
  const props = await load.props(context, rows)
  const deferred = {
    ...load.deferred?.(context),
    ...(route.layout === 'protected'
      ? deferBadges({ ...context, newVisitors, peopleRevision, read: readOf(context, lastActivity) })
      : {}),
  }
  const parts = mode === 'document' ? (load.parts?.(context, props) ?? []) : []
  await Promise.all(parts.map((part) => part.ready()))
  if (load.visited && mode === 'document' && isRealVisit(c)) c.executionCtx.waitUntil(load.visited(context, props))
  return {
    route,
    parts,
    locale,
    translator,
    viewer,
    props,
    deferred,
    title: load.head ? withBrand(load.title(context, props)) : load.title(context, props),
    head: load.head?.(context, props) ?? null,
    url: asked.url,
    params: asked.params,
    timeZone,
    error: null,
    status: 200,
  }
}

/** Null for somebody who may not act. */
function readOf({ sid, viewer, shownPhotos, now }: LoadContext, lastActivity: ReadPage['lastActivity']): PageRead | null {
  const isActive = activeStates.some((state) => state === viewer?.state)
  return isActive ? { sid, photoKeys: [...shownPhotos], readAt: now, showsOnline: lastActivity?.showsOnline ?? null } : null
}

/** A public page's title appears in search results beside other sites. */
function withBrand(title: string): string {
  return title.includes(brand.name) ? title : `${title} · ${brand.name}`
}

/** From the cookie set by the client; on a first visit, the edge's guess; otherwise UTC. */
function timeZoneOf(c: AppContext): string {
  const guess = readCookie(c, 'tz') ?? c.req.raw.cf?.timezone
  return typeof guess === 'string' && isTimeZone(guess) ? guess : 'UTC'
}
