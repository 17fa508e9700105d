/** Set by scripts/build/service-worker.ts: this worker's build, and the files that it stores at once. */
declare const buildId: string
declare const precachedFiles: readonly string[]

/** Background sync, which is missing in TypeScript's library (WICG, Web Background Synchronization). */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}
interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent
}
