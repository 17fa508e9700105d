/** Set by scripts/build/service-worker.ts: the build that this worker is of, and the files that it stores at once. */
declare const buildId: string
declare const precachedFiles: readonly string[]

/** Background sync, which TypeScript's library does not have (WICG, Web Background Synchronization). */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}
interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent
}
