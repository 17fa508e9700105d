import type { ColorMode } from './color-mode.ts'

declare global {
  /** Chromium only (WICG, Web Background Synchronization). */
  interface ServiceWorkerRegistration {
    readonly sync?: { register(tag: string): Promise<void> }
  }
}

/** Paths that the service worker requests by itself, each followed by `/{locale}`; neither uses a session. */
export const offlinePaths = { shell: '/_shell', page: '/_offline' } as const
export const serviceWorkerPath = '/service-worker.js'

/** Tag of the background sync that sends the outbox. */
export const outboxSync = 'outbox'
/** Tag of the sync that sends the browser's new push subscription to the server. */
export const pushSync = 'push'

/**
 * The kill switch: with `false` the next build ships a worker that removes itself and its stored data (docs/offline.md), and
 * pages register none.
 */
export const isWorkerOn: boolean = true

/** Prefix of the names of caches with a build's files; the build's id follows. */
export const buildCachePrefix = 'build:'

/** Prefix of the names of caches with a member's own data; their id follows. They are deleted with the session. */
export const privateCachePrefix = 'private:'

/** A tab's requests to the service worker; each is answered on the port that comes with it. */
export type WorkerRequest =
  | { kind: 'forget' }
  /** Load the next document of this URL from the network, however long that takes. */
  | { kind: 'document'; url: string }
  /** The colours of the page on screen, for the next shell; an empty mode leaves them to the system. */
  | { kind: 'mode'; mode: ColorMode | '' }
  /** Take over unless a tab is at work; the answer says whether it did. */
  | { kind: 'activate' }

/** The service worker's question to each tab: is someone typing, or is a message being sent? */
export type TabRequest = { kind: 'is-busy' }
