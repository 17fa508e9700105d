import { buildCachePrefix, privateCachePrefix } from '#shared/service-worker.ts'

declare const self: ServiceWorkerGlobalScope

/** Ships in place of the service worker while it is switched off: removes the stored data of the real one, and itself. */
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(leave()))

async function leave(): Promise<void> {
  const names = await caches.keys()
  const ours = names.filter((name) => name.startsWith(buildCachePrefix) || name.startsWith(privateCachePrefix))
  await Promise.all(ours.map((name) => caches.delete(name)))
  await self.registration.unregister()
}
