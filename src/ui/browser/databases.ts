import { optional } from './optional.ts'

/** Returns IndexedDB, or undefined if it is missing or forbidden. Later calls to it may still fail. */
export const findDatabases = (): IDBFactory | undefined => optional(() => globalThis.indexedDB)

/** Returns the caches, or undefined if they are missing or forbidden. Later calls to them may still fail. */
export const findCaches = (): CacheStorage | undefined => optional(() => globalThis.caches)
