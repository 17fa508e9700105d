import { isPushPayload, pushActions, pushHref } from '#features/push/contract.ts'
import { findKeptDevice, forgetDevice, keepDevice, toRequest } from '#features/push/ui/kept-device.ts'
import { brand } from '#shared/brand.ts'
import { defaultLocale } from '#shared/i18n/locales.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { findRoute } from '#shared/routing/match.ts'
import { pushSync } from '#shared/service-worker.ts'
import { isIdle } from './idle-tabs.ts'
import { findOwner, forgetMembers } from './private-pages.ts'

declare const self: ServiceWorkerGlobalScope

/** A press allows a window to come to the front for only a few seconds. */
const pressMs = 500

self.addEventListener('push', (event) => event.waitUntil(show(event.data)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data))
})
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))
self.addEventListener('sync', (event) => {
  if (event.tag === pushSync) event.waitUntil(renewAgain())
})

/**
 * Browsers withdraw the permission if a message shows nothing, so each is shown. An unknown kind from a newer build uses its own
 * texts, an unreadable message the app's name.
 */
async function show(data: PushMessageData | null): Promise<void> {
  const payload = readPayload(data)
  const { title, text } = Object(payload)
  const known = isPushPayload(payload) ? payload : null
  await self.registration.showNotification(typeof title === 'string' ? title : brand.name, {
    body: typeof text === 'string' ? text : '',
    icon: '/icon-192.png',
    // A newer notification replaces an older one of its kind.
    tag: known?.kind ?? 'other',
    silent: known?.isSilent ?? false,
    data: known,
  })
}

function readPayload(data: PushMessageData | null): unknown {
  try {
    return data?.json()
  } catch {
    return null // Not one of ours.
  }
}

/** Pages on which somebody is meeting a person: another page in their place would end that. */
const busyPages: readonly string[] = [routes.anonymousChatRoom.key, routes.blindDate.key, routes.anonymousChat.key]

/** Opens the page of a message in an existing tab if possible, otherwise in a new one. */
async function open(payload: unknown): Promise<void> {
  const path = isPushPayload(payload) ? pushHref(payload) : href(routes.messages, {}, { locale: defaultLocale })
  const url = new URL(path, self.location.origin).href
  // The one used last comes first.
  const all = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = all.find((each) => each.url === url)
  if (there) return void (await there.focus())
  // A press allows only one window to come to the front, so the first choice must work: a tab on another origin cannot be
  // navigated.
  const tab = (await self.clients.matchAll({ type: 'window' })).find(isFree)
  // Replacing a page with typed text would lose it. An idle page answers in milliseconds.
  if (!tab || !(await isIdle(tab, pressMs))) return void (await self.clients.openWindow(url))
  // A press that was long ago can no longer bring a window to the front.
  const shown = await tab.focus().catch(() => tab)
  await shown.navigate(url)
}

function isFree({ url }: Client): boolean {
  const match = findRoute(new URL(url).pathname)
  return match !== null && !busyPages.includes(match.route.key)
}

/** TypeScript's library lacks its fields (Push API of the W3C, `PushSubscriptionChangeEvent`). */
type SubscriptionChange = ExtendableEvent & {
  readonly oldSubscription?: PushSubscription | null
  readonly newSubscription?: PushSubscription | null
}

/**
 * The browser has ended its subscription: sends the server the new one, but only for the member who has asked for messages here.
 * Some browsers name neither subscription. If the server cannot be reached, a background sync or the next page retries.
 */
async function renew({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  const kept = await findOptedIn()
  if (!kept) return void (await newSubscription?.unsubscribe())
  const { pushManager } = self.registration
  try {
    const next =
      newSubscription ??
      (await pushManager.getSubscription()) ??
      (oldSubscription && (await pushManager.subscribe(oldSubscription.options)))
    if (next) await signUp(kept.member, next)
  } catch (error) {
    console.warn(error)
    await self.registration.sync?.register(pushSync).catch(() => {}) // Refused by the member's settings.
  }
}

/** Sends the server what did not reach it. Rejects on another failure: the browser retries then. */
async function renewAgain(): Promise<void> {
  const kept = await findOptedIn()
  const subscription = await self.registration.pushManager.getSubscription()
  if (kept && subscription && subscription.endpoint !== kept.endpoint) await signUp(kept.member, subscription)
}

/** The member who has asked for messages here, and the endpoint that the server knows; null for none. */
async function findOptedIn(): Promise<{ member: string; endpoint: string } | null> {
  const member = await findOwner()
  const endpoint = member === null ? null : await findKeptDevice(member)
  return member === null || endpoint === null ? null : { member, endpoint }
}

const worthAnotherTry = (status: number) => status === 408 || status === 429 || status >= 500

async function signUp(member: string, subscription: PushSubscription): Promise<void> {
  const response = await fetch(pushActions.subscribe.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(toRequest(member, subscription)),
  })
  if (response.ok) return keepDevice(member, subscription.endpoint)
  if (worthAnotherTry(response.status)) throw new Error(`The server answers ${response.status}`)
  // The session has ended, with perhaps no open page to notice it, or another one has begun.
  await (response.status === 401 ? forgetMembers() : forgetDevice(member))
  await subscription.unsubscribe()
}
