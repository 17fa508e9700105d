import { optional } from './optional.ts'

/** IndexedDB, or undefined where it is missing or forbidden; its own calls may still fail, later. */
export const findDatabases = (): IDBFactory | undefined => optional(() => globalThis.indexedDB)

/** The caches, or undefined where they are missing or forbidden; their own calls may still fail, later. */
export const findCaches = (): CacheStorage | undefined => optional(() => globalThis.caches)
