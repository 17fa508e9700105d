import type { ColorMode } from './color-mode.ts'

declare global {
  /** Chromium only (WICG, Web Background Synchronization). */
  interface ServiceWorkerRegistration {
    readonly sync?: { register(tag: string): Promise<void> }
  }
}

/** Addresses that the service worker asks for by itself, each followed by `/{locale}`; neither knows a session. */
export const offlinePaths = { shell: '/_shell', page: '/_offline' } as const
export const serviceWorkerPath = '/service-worker.js'

/** Tag of the background sync that sends the outbox. */
export const outboxSync = 'outbox'
/** Of the one that sends the server the browser's new subscription to push messages. */
export const pushSync = 'push'

/**
 * The kill switch: `false` makes the next build ship a worker that removes itself and what it stored (docs/offline.md), and
 * pages that register none.
 */
export const isWorkerOn: boolean = true

/** Names of caches with a build's files begin so; the build's id follows. */
export const buildCachePrefix = 'build:'

/** Names of caches with a member's own data begin so; their id follows. They go with the session. */
export const privateCachePrefix = 'private:'

/** What a tab asks of the service worker; each is answered on the port that comes with it. */
export type WorkerRequest =
  | { kind: 'forget' }
  /** The next document of this address comes from the network, however long that takes. */
  | { kind: 'document'; url: string }
  /** The colours of the page on screen, for the next shell; an empty mode leaves them to the system. */
  | { kind: 'mode'; mode: ColorMode | '' }
  /** Take over, if no tab is at work; the answer says whether. */
  | { kind: 'activate' }

/** What the service worker asks of each tab: is somebody writing, or is a message on its way? */
export type TabRequest = { kind: 'is-busy' }
