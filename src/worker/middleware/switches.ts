import { createMiddleware } from 'hono/factory'
import { anonymousActions } from '#features/encounters/anonymous/contract.ts'
import { signUpActions } from '#features/auth/contract.ts'
import { blindDateActions } from '#features/encounters/dates/contract.ts'
import { chatActions } from '#features/chat/contract.ts'
import type { EncounterKind } from '#features/encounters/contract.ts'
import { seatOf } from '#features/encounters/talk/server/public.ts'
import { giftActions } from '#features/gifts/contract.ts'
import { photoActions } from '#features/photos/contract.ts'
import { verificationActions } from '#features/photos/verification.ts'
import { cartActions, checkoutActions } from '#features/store/contract.ts'
import { backTo } from '#server/actions/action.ts'
import { isFormPost } from '#server/actions/body.ts'
import { errorText } from '#server/actions/error-text.ts'
import { setFlash } from '#server/actions/flash.ts'
import type { AppContext, AppEnv } from '#server/context.ts'
import { withTimeoutOrNull } from '#server/objects/with-timeout.ts'
import type { AskedPage } from '#server/pages/page-fact.ts'
import { readClosed } from '#server/switches.ts'
import { AppError } from '#shared/errors.ts'
import type { Action } from '#shared/routing/action.ts'
import { href } from '#shared/routing/href.ts'
import { routes, type RouteKey } from '#shared/routing/routes.ts'
import { switchNames, type SwitchName } from '#shared/routing/switches.ts'

type Part = {
  /** Pages replaced by the 'closed' page, unless `staysOpen` applies. */
  pages: readonly RouteKey[]
  staysOpen?: (asked: AskedPage) => boolean | Promise<boolean>
  /** Actions refused before they do anything. All others continue. */
  actions: readonly Pick<Action, 'path' | 'method' | 'form'>[]
  /** Where a form without JavaScript returns to, if its browser does not send where it was. */
  home: (typeof routes)['signUp' | 'profileSettings' | 'anonymousChat' | 'blindDates' | 'store']
}

/** The complete list of what each switch closes. Objects that pair strangers check the same switches themselves. */
export const parts: Record<SwitchName, Part> = {
  // A started registration can be completed. Signing in through a provider stays open; newcomers are led to the sign-up page.
  'sign-up': {
    pages: [routes.signUp.key],
    actions: [signUpActions.signUp, signUpActions.changeAddress],
    home: routes.signUp,
  },
  photos: {
    pages: [],
    actions: [photoActions.upload, chatActions.photo, verificationActions.draw, verificationActions.send],
    home: routes.profileSettings,
  },
  // The page leads a member who is in an encounter to it.
  'anonymous-chat': {
    pages: [routes.anonymousChat.key],
    staysOpen: (asked) => isTalking(asked, 'anonymous'),
    actions: [anonymousActions.join, anonymousActions.next],
    home: routes.anonymousChat,
  },
  'blind-dates': {
    pages: [routes.blindDates.key],
    staysOpen: (asked) => isTalking(asked, 'blind'),
    actions: [blindDateActions.book, blindDateActions.now],
    home: routes.blindDates,
  },
  // Orders, receipts and withdrawals are legal duties; a started payment is completed.
  store: {
    pages: [routes.store.key, routes.cart.key],
    staysOpen: ({ url: { searchParams: query } }) =>
      query.get('view') === 'orders' || ['order', 'boost', 'pay'].some((name) => query.has(name)),
    actions: [cartActions.setLine, cartActions.setPromo, cartActions.setCurrency, checkoutActions.checkout, giftActions.buy],
    home: routes.store,
  },
}

const withPages = switchNames.filter((name) => name !== 'photos')
export type ClosedPage = (typeof withPages)[number]

/** `Retry-After` for programs: a closed part does not announce when it reopens. */
export const retryClosedAfterS = 600

const seatMs = 2_000

async function isTalking({ env, viewerId }: AskedPage, kind: EncounterKind): Promise<boolean> {
  const seat = await withTimeoutOrNull('seat', seatMs, seatOf(env, viewerId).read())
  return seat?.state === 'paired' && seat.kind === kind
}

/** The closed part that a page belongs to; null if the page is open to this visitor. */
export async function closedPageOf(asked: AskedPage): Promise<ClosedPage | null> {
  const name = withPages.find((each) => parts[each].pages.some((key) => key === asked.route.key))
  if (name === undefined || !asked.closed.has(name)) return null
  return (await parts[name].staysOpen?.(asked)) ? null : name
}

const keyOf = (method: string, path: string) => `${method} ${path}`
const byAction = new Map(
  switchNames.flatMap((name) =>
    parts[name].actions.map(({ method = 'POST', path, form }) => [keyOf(method, path), { name, form }] as const),
  ),
)

/** Refuses the actions of closed parts with 503, or redirects a plain form back to its page, with the same text. */
export function refuseClosed() {
  return createMiddleware<AppEnv>(async function refuseAction(c, next) {
    const found = byAction.get(keyOf(c.req.method, c.req.path))
    if (!found || !(await readClosed(c.get('db'), c.get('now'))).has(found.name)) return next()
    const error = new AppError('The part is closed', { status: 503, code: 'closed', retryAfterS: retryClosedAfterS })
    if (!isFormPost(c) || asksForJson(c)) throw error
    await setFlash(c, { form: found.form, values: {}, error: await errorText(c, error) })
    return c.redirect(formPage(c, found.name), 303)
  })
}

/** Uploads are forms from scripts, too. */
const asksForJson = (c: AppContext) => (c.req.header('accept') ?? '').includes('application/json')

function formPage(c: AppContext, name: SwitchName): string {
  const back = backTo(c, {})
  return back === '/' ? href(parts[name].home, {}, { locale: c.get('locale').code }) : back
}
