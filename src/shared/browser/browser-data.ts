import { buildCachePrefix, privateCachePrefix } from '../service-worker.ts'
import {
  lastPassKey,
  listedPeopleKey,
  playedKey,
  previousPathKey,
  pushRefusalsKey,
  refusalsKey,
  storageKeys,
  visitsKey,
  type StorageArea,
} from './storage-keys.ts'

/** `local` and `session`: the two storages; `database`: IndexedDB. */
type Area = StorageArea | 'database' | 'cache' | 'cookie'

/**
 * Who removes it. `session`: src/client/clear-local-data.ts, at a sign-out and when a session has ended; for cookies, the server.
 * `build`: the service worker of the next build. `expiry`: the browser, on time. `tab`: the browser, with the tab. `never`: only
 * the browser's owner, because it says nothing about a member.
 */
type Ends = 'session' | 'build' | 'expiry' | 'tab' | 'never'

type BrowserDatum = { area: Area; name: string; ends: Ends }

/** Everything that a browser stores for us. A name that ends in ':' is followed by an id. */
export const browserData = [
  { area: 'local', name: storageKeys.drafts, ends: 'session' },
  { area: 'local', name: storageKeys.outboxMark, ends: 'session' },
  { area: 'local', name: storageKeys.offlineMark, ends: 'session' },
  { area: 'local', name: visitsKey, ends: 'session' },
  { area: 'local', name: playedKey, ends: 'session' },
  { area: 'local', name: refusalsKey, ends: 'never' },
  { area: 'local', name: pushRefusalsKey, ends: 'never' },
  { area: 'local', name: 'notifyID', ends: 'never' },
  { area: 'session', name: previousPathKey, ends: 'session' },
  { area: 'session', name: listedPeopleKey, ends: 'session' },
  { area: 'session', name: lastPassKey, ends: 'session' },
  { area: 'session', name: 'chunk-reload', ends: 'tab' },
  { area: 'database', name: storageKeys.outboxDatabase, ends: 'session' },
  { area: 'cache', name: privateCachePrefix, ends: 'session' },
  { area: 'cache', name: buildCachePrefix, ends: 'build' },
  { area: 'cookie', name: 'tz', ends: 'expiry' },
  { area: 'cookie', name: '__Host-access', ends: 'session' },
  { area: 'cookie', name: '__Host-refresh', ends: 'session' },
  { area: 'cookie', name: '__Host-device', ends: 'expiry' },
  { area: 'cookie', name: '__Host-flash', ends: 'expiry' },
  { area: 'cookie', name: '__Host-plain', ends: 'tab' },
  { area: 'cookie', name: '__Host-provider', ends: 'expiry' },
  { area: 'cookie', name: '__Host-claims', ends: 'expiry' },
  { area: 'cookie', name: 'locale', ends: 'expiry' },
  { area: 'cookie', name: 'ad-measurement', ends: 'expiry' },
  { area: 'cookie', name: '_fbp', ends: 'expiry' },
  { area: 'cookie', name: '_fbc', ends: 'expiry' },
] as const satisfies readonly BrowserDatum[]

type NameIn<P extends Area> = Extract<(typeof browserData)[number], { area: P }>['name']
type WithId<Name extends string> = Name extends `${string}:` ? `${Name}${string}` : Name

/** A key from the table, so that nothing else can be stored. */
export type StorageKey<P extends StorageArea> = WithId<NameIn<P>>
