import { privateCachePrefix } from '#shared/service-worker.ts'
import { findCaches } from '#ui/browser/databases.ts'
import type { PushRequest } from '../contract.ts'

/** In the cache of a member who wants messages in this browser: the endpoint to which the server sends them. */
export const deviceKey = '/_push'

/** Stores it as long as the session lasts: a sign-out deletes the whole cache. */
export async function keepDevice(member: string, endpoint: string): Promise<void> {
  const cache = await findCaches()?.open(privateCachePrefix + member)
  await cache?.put(deviceKey, new Response(endpoint))
}

/** Returns null for a member who has not asked for messages here, whatever subscription the browser has. */
export async function findKeptDevice(member: string): Promise<string | null> {
  const kept = await findCaches()?.match(deviceKey, { cacheName: privateCachePrefix + member })
  return kept ? kept.text() : null
}

export async function forgetDevice(member: string): Promise<void> {
  const name = privateCachePrefix + member
  const caches = findCaches()
  if (await caches?.has(name)) await (await caches?.open(name))?.delete(deviceKey)
}

/** The request to store a subscription. */
export function toRequest(member: string, subscription: PushSubscription): Partial<PushRequest> {
  const { endpoint = '', keys } = subscription.toJSON()
  return { member, endpoint, ...keys }
}
