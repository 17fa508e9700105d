import type { LocaleCode } from '#shared/i18n/locales.ts'
import { findRoute } from '#shared/routing/match.ts'
import { pageKindOf } from '#shared/routing/page-kind.ts'
import { routes } from '#shared/routing/routes.ts'
import { isServicePath } from '#shared/routing/service-names.ts'
import { findGuestPage, findShell, offlinePage, storeGuestPage } from './precache.ts'
import { findMode, findOwner, forgetMembers } from './private-pages.ts'

/** The server's time limit before the shell is shown. */
const shellAfterMs = 150
/** A tab asks for a document right before it opens it. */
const openWithinMs = 10_000

/** URLs whose next document comes from the network, with the time of the request. */
const wished = new Map<string, number>()
/** Without the anchor, which is not always part of a request. */
const keyOf = ({ pathname, search }: URL) => pathname + search

/** When a form was last sent as a document, or a provider redirected somebody back. */
let sentAt = -Infinity

/** The next document may contain a refused form's values, which the server sends only once. */
export function noteSent(): void {
  sentAt = Date.now()
}

export function openNext(url: string): void {
  wished.set(keyOf(new URL(url)), Date.now())
}

/** Answers a navigation to a page of the route table; null leaves any other URL to the browser. */
export function answerNavigation(event: FetchEvent, url: URL): Promise<Response> | null {
  const match = isServicePath(url.pathname) ? null : findRoute(url.pathname)
  if (!match) return null
  if (match.route.rules?.includes('google-login')) {
    event.waitUntil(forgetMembers()) // Another session begins at this address.
    noteSent()
    return null
  }
  const { route, locale } = match
  if (pageKindOf(route, true) === 'member') return answerMember(event, url, locale.code)
  if (route.key === routes.signIn.key) return answerSignIn(event).catch(() => offlinePage(locale.code))
  if (route.cache === 'guest') return answerGuest(event, url, locale.code)
  return fromNetwork(event).catch(() => offlinePage(locale.code))
}

/** The document, or the shell of a member's page if that takes long; the shell then asks for the payload. */
async function answerMember(event: FetchEvent, url: URL, code: LocaleCode): Promise<Response> {
  const network = fromNetwork(event)
  event.waitUntil(network.catch(() => {})) // It may lose the race.
  const wishedAt = wished.get(keyOf(url)) ?? -Infinity
  wished.delete(keyOf(url))
  const isWished = Date.now() - Math.max(wishedAt, sentAt) < openWithinMs
  sentAt = -Infinity
  const owner = isWished ? null : await findOwner()
  const shell = owner === null ? undefined : await findShell(code)
  if (owner === null || !shell) return network.catch(() => offlinePage(code))
  const paint = () => inMode(shell.clone(), owner)
  let timer: ReturnType<typeof setTimeout> | undefined
  const painted = new Promise<Response>((resolve) => (timer = setTimeout(() => resolve(paint()), shellAfterMs)))
  const answered = network.catch(paint).finally(() => clearTimeout(timer)) // A shell painted later than this has no benefit.
  return Promise.race([answered, painted])
}

/** The shell in the colours of the member whose pages are stored, so that the colours do not change when the page loads. */
async function inMode(shell: Response, owner: string): Promise<Response> {
  const [html, mode] = await Promise.all([shell.text(), findMode(owner)])
  const attribute = mode === null ? '' : ` data-mode="${mode}"`
  return new Response(html.replace(/(?<=<html[^>]*) data-mode="\w+"/, attribute), { headers: shell.headers })
}

/** Only visitors without a session see this page. The worker may not know yet that the session ended elsewhere. */
async function answerSignIn(event: FetchEvent): Promise<Response> {
  const response = await fromNetwork(event)
  if (response.ok) event.waitUntil(forgetMembers())
  return response
}

/** Guest pages come from the network, or offline from the cache, unless a member is signed in, who may not see them. */
async function answerGuest(event: FetchEvent, url: URL, code: LocaleCode): Promise<Response> {
  try {
    const response = await fromNetwork(event)
    event.waitUntil(storeGuestPage(url, response.clone()))
    return response
  } catch {
    const stored = (await findOwner()) === null ? await findGuestPage(url) : undefined
    return stored ?? offlinePage(code)
  }
}

async function fromNetwork(event: FetchEvent): Promise<Response> {
  const preloaded: Response | undefined = await event.preloadResponse
  return preloaded ?? fetch(event.request)
}
