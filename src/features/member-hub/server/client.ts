import type { ObjectBindings } from '#features/object-bindings.ts'
import type { Notice, OwnLike } from '#features/notifications/contract.ts'
import type { NotificationKind } from '#shared/realtime/wire.ts'
import { isOverloaded, retry } from '#server/objects/retry.ts'
import { memberHub } from '#server/objects/stubs.ts'
import { nullOnError, withTimeoutOrNull, withTimeout } from '#server/objects/with-timeout.ts'
import type { PageRead, PollInput, PollReply, Summary, WantedPhoto } from '../contract.ts'
import { originHeader, packedHeader, sessionHeader, tabHeader } from './upgrade.ts'

type HubEnv = Pick<ObjectBindings, 'MEMBER_HUB'>

/** Forwards one call of a polling client; answered at once, or when there is something to send. */
export function pollMember(env: HubEnv, memberId: string, sid: string, input: PollInput): Promise<PollReply> {
  return memberHub(env, memberId).poll(sid, input)
}

/** After this time, a page is rendered without its badges. */
const timeoutMs = 2_000
const disconnectTimeoutMs = 1_200

/**
 * Returns the unread counts of the badges; null if the hub does not answer in time. `peopleRevision`: the member's, just read from
 * D1; null makes the hub ask D1 who is available. `read`: what the page has read: its photos and its socket open for a moment without another
 * question.
 */
export function readSummary(
  env: HubEnv,
  memberId: string,
  peopleRevision: number | null = null,
  read: PageRead | null = null,
): Promise<Summary | null> {
  return withTimeoutOrNull('summary', timeoutMs, memberHub(env, memberId).freshSummary(peopleRevision, read))
}

/** Whether the member's session may get a photo of somebody now; null if the hub does not answer in time. */
export function mayOpenPhoto(env: HubEnv, memberId: string, wanted: WantedPhoto): Promise<boolean | null> {
  return withTimeoutOrNull('photo', timeoutMs, memberHub(env, memberId).mayOpenPhoto(wanted))
}

/** Shows or hides the member's presence; their conversations receive the change. Null if the hub cannot be reached. */
export function setVisibility(env: HubEnv, memberId: string, showsOnline: boolean): Promise<void | null> {
  return withTimeoutOrNull('visibility', timeoutMs, memberHub(env, memberId).setVisibility(showsOnline))
}

/**
 * Stores a notification and shows it as the member's preferences allow; true if the hub has it. Repeats with the same id are
 * dropped, so callers may retry. One failure is retried here, unless the hub is overloaded. `exceptSid`: the session that caused
 * it gets no toast. `quietly`: it is stored and counted, but not shown.
 */
export async function notifyMember(
  env: HubEnv,
  memberId: string,
  notice: Notice,
  options: { exceptSid?: string; quietly?: boolean } = {},
): Promise<boolean> {
  const notify = async () => {
    await memberHub(env, memberId).notify(notice, options)
    return true
  }
  try {
    return await notify()
  } catch (error) {
    if (isOverloaded(error)) return false
    return (await withTimeoutOrNull('notify', timeoutMs, notify())) ?? false
  }
}

/** Removes a person from a member's hub: their conversation, and every notification that names or counts them. */
export async function forgetPerson(env: HubEnv, memberId: string, personId: string): Promise<void> {
  await memberHub(env, memberId).forgetPerson(personId)
}

/** Marks notifications of a kind up to a time as read, because their own page was opened. Null if the hub cannot be reached. */
export function markKindRead(env: HubEnv, memberId: string, kind: NotificationKind, until: number): Promise<void | null> {
  return withTimeoutOrNull('seen', timeoutMs, memberHub(env, memberId).markKindRead(kind, until))
}

/** Schedules the notification about a stored visit; it names several visits at once. Null if the hub cannot be reached. */
export function expectVisitors(env: HubEnv, memberId: string): Promise<void | null> {
  return withTimeoutOrNull('visit', timeoutMs, memberHub(env, memberId).expectVisitors())
}

/** Removes a withdrawn like from all notifications. Null if the hub cannot be reached. */
export function forgetLike(env: HubEnv, memberId: string, fromId: string): Promise<void | null> {
  return withTimeoutOrNull('like', timeoutMs, memberHub(env, memberId).forgetLike(fromId))
}

/** Shows a like on the devices of the member who gave it. Null if the hub cannot be reached. */
export function showOwnLike(env: HubEnv, memberId: string, like: OwnLike): Promise<void | null> {
  return withTimeoutOrNull('own-like', timeoutMs, memberHub(env, memberId).showOwnLike(like))
}

/**
 * Notifies the member's devices that their cart, or an order, has changed. Null if the hub cannot be reached: pages are read
 * again anyway.
 */
export function showCart(env: HubEnv, memberId: string, revision: number): Promise<void | null> {
  return withTimeoutOrNull('cart', timeoutMs, memberHub(env, memberId).showCart(revision))
}

/**
 * Closes a session's connections (4401) and refuses new ones; call it wherever a session ends. Null if the hub cannot be reached.
 */
export function disconnectSession(env: HubEnv, memberId: string, sid: string): Promise<void | null> {
  return retryOnce(() => memberHub(env, memberId).disconnect(sid))
}

/** Closes all connections (4403) of a member who has lost all access. Null if the hub cannot be reached. */
export function disconnectMember(env: HubEnv, memberId: string): Promise<void | null> {
  return retryOnce(() => memberHub(env, memberId).disconnectAll())
}

/**
 * Ends the member's wait or talk with a stranger, as if they left it. `metAt`: when they were last in one (ms), at most a day
 * ago, or null. Null if the hub cannot be reached.
 */
export function leaveStrangers(env: HubEnv, memberId: string): Promise<{ metAt: number | null } | null> {
  const leave = async () => ({ metAt: await memberHub(env, memberId).stopEncounters() })
  return nullOnError(
    'encounters',
    retry('encounters', () => withTimeout(timeoutMs, leave())),
  )
}

/** Cancels the evenings that a member has booked; null if the hub cannot be reached. May be repeated. */
export function cancelBookings(env: HubEnv, memberId: string): Promise<void | null> {
  const cancel = async () => {
    const hub = memberHub(env, memberId)
    const { booked } = await hub.readDates()
    for (const { slot } of booked) await hub.cancelDate(slot)
  }
  return withTimeoutOrNull('bookings', timeoutMs, cancel())
}

/** Retries within 5 s: access must end even if the hub restarts at this moment. */
async function retryOnce(disconnect: () => Promise<void>): Promise<void | null> {
  return nullOnError(
    'disconnect',
    retry('disconnect', () => withTimeout(disconnectTimeoutMs, disconnect())),
  )
}

/** Forwards a WebSocket upgrade to the member's hub. The caller has checked session and Origin. */
export function connectMember(
  env: HubEnv,
  memberId: string,
  sid: string,
  { origin, tab, isPacked }: { origin: string; tab: string; isPacked: boolean },
): Promise<Response> {
  const packed: Record<string, string> = isPacked ? { [packedHeader]: '1' } : {}
  const headers = { upgrade: 'websocket', [sessionHeader]: sid, [originHeader]: origin, [tabHeader]: tab, ...packed }
  return memberHub(env, memberId).fetch('https://hub/', { headers })
}
