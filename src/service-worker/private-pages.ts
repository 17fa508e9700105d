import type { Viewer } from '#shared/bootstrap.ts'
import { colorModeOf, type ColorMode } from '#shared/color-mode.ts'
import { findRoute } from '#shared/routing/match.ts'
import { routes } from '#shared/routing/routes.ts'
import { privateCachePrefix } from '#shared/service-worker.ts'
import { deviceKey } from '#features/push/ui/kept-device.ts'
import { modeKey } from './mode-key.ts'

type Payload = { redirect?: string; data?: { viewer?: Pick<Viewer, 'id' | 'appearance'> | null } }

/** The inbox, and at most this many conversations. */
const mostPages = 40

/** Incremented when everything private is dropped: an answer requested before that is no longer stored. */
let epoch = 0

/** In a member's cache beside the pages. */
const settingKeys: readonly string[] = [modeKey, deviceKey]

/** The member whose pages are stored; null for none. */
export async function findOwner(): Promise<string | null> {
  const name = (await caches.keys()).find((each) => each.startsWith(privateCachePrefix))
  return name?.slice(privateCachePrefix.length) ?? null
}

/** Drops everything that belongs to a member, by name. */
export async function forgetMembers(except?: string): Promise<void> {
  epoch++
  const names = (await caches.keys()).filter((name) => name.startsWith(privateCachePrefix) && name !== except)
  await Promise.all(names.map((name) => caches.delete(name)))
}

/** Payloads come from the network; those of the inbox and of conversations are stored, and used when it fails. */
export function answerPayload(event: FetchEvent, url: URL): Promise<Response> {
  const asked = epoch
  return fetch(event.request).then(
    (response) => {
      event.waitUntil(keep(response.clone(), url, asked).catch(() => {})) // Without storage there is nothing to read offline.
      return response
    },
    async (error: unknown) => {
      const stored = isReadable(url) ? await findStored(url) : undefined
      if (!stored) throw error
      return stored
    },
  )
}

/** `caches.open` would recreate a cache that has just been dropped. */
function findIn(owner: string, key: string): Promise<Response | undefined> {
  return caches.match(key, { cacheName: privateCachePrefix + owner })
}

/** The member's chosen colour mode; null leaves it to the system. */
export async function findMode(owner: string): Promise<ColorMode | null> {
  const stored = await findIn(owner, modeKey)
  const mode = await stored?.text()
  return mode === 'dark' || mode === 'light' ? mode : null
}

/** Stores the mode of the page on screen. */
export async function storeMode(mode: ColorMode | ''): Promise<void> {
  const asked = epoch
  const owner = await findOwner()
  if (owner === null) return
  const name = privateCachePrefix + owner
  await (await caches.open(name)).put(modeKey, new Response(mode))
  if (asked !== epoch) await caches.delete(name)
}

/** A stored payload, with the member's current colours. */
async function findStored(url: URL): Promise<Response | undefined> {
  const owner = await findOwner()
  if (owner === null) return undefined
  const stored = await findIn(owner, url.pathname + url.search)
  if (!stored) return undefined
  const payload: Payload = await stored.json()
  if (payload.data?.viewer) payload.data.viewer.appearance = { id: appearanceIds[(await findMode(owner)) ?? 'system'] }
  return new Response(JSON.stringify(payload), { headers: stored.headers })
}

const appearanceIds = { light: 1, dark: 2, system: 3 } as const

async function keep(response: Response, url: URL, asked: number): Promise<void> {
  if (response.status === 401) return forgetMembers()
  if (response.status !== 200 || response.type !== 'basic') return
  const text = await response.text()
  const { redirect, data }: Payload = JSON.parse(text)
  if (redirect !== undefined) {
    const target = findRoute(new URL(redirect, url).pathname)
    if (target?.route.key === routes.signIn.key) await forgetMembers()
    return
  }
  const viewer = data?.viewer
  if (!viewer || asked !== epoch) return
  const name = privateCachePrefix + viewer.id
  const names = await caches.keys()
  if (names.some((each) => each.startsWith(privateCachePrefix) && each !== name)) return forgetMembers(name)
  const cache = await caches.open(name)
  if (asked !== epoch) return void (await caches.delete(name))
  await cache.put(modeKey, new Response(colorModeOf(null, viewer) ?? ''))
  if (!isReadable(url)) return
  const key = url.pathname + url.search
  await cache.delete(key)
  await cache.put(key, new Response(text, { headers: { 'Content-Type': 'application/json' } }))
  const keys = (await cache.keys()).filter((each) => !settingKeys.includes(new URL(each.url).pathname))
  for (const oldest of keys.slice(0, Math.max(0, keys.length - mostPages))) await cache.delete(oldest)
  if (asked !== epoch) await caches.delete(name)
}

/** True for the inbox and for the end of a conversation, but not for a search or a part of the history. */
function isReadable({ pathname, searchParams }: URL): boolean {
  const path = pathname.slice(0, -'/_payload.json'.length)
  return findRoute(path)?.route.key === routes.messages.key && [...searchParams.keys()].every((name) => name === 'chat')
}
