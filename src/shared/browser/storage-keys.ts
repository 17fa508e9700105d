/**
 * A member's data in the browser: unfinished messages in local storage, waiting ones in IndexedDB. It is deleted with the session
 * (src/client/clear-local-data.ts). `outboxMark` is in local storage while the database may contain something, so pages outside
 * the signed-in area need not open it.
 */
export const storageKeys = {
  outboxDatabase: 'outbox',
  outboxMark: 'outbox',
  /** In local storage while the service worker may hold a member's pages. */
  offlineMark: 'offline',
  /** Followed by the member's id. */
  drafts: 'drafts:',
} as const

/** Number of visits here (src/ui/install/visits.ts); deleted with the session, too. A separate constant adds nothing to pages. */
export const visitsKey = 'visits'
/** Notifications whose sound was played here: their ids may contain a member's. */
export const playedKey = 'notifyPlayed'
/** How often installing the app was declined: stays, because it says nothing about the member. */
export const refusalsKey = 'install-refused'
/** The same for push messages. */
export const pushRefusalsKey = 'push-refused'

/** Session storage, which belongs to one tab: the previous page, the listed people and the last one passed on. */
export const previousPathKey = 'previous-path'
export const listedPeopleKey = 'listed-people'
export const lastPassKey = 'last-pass'

/** The member's data in either storage, deleted with the session; a name that ends in ':' is a prefix. */
export const personalKeys = {
  local: [storageKeys.drafts, visitsKey, playedKey, storageKeys.outboxMark, storageKeys.offlineMark],
  session: [previousPathKey, listedPeopleKey, lastPassKey],
} as const satisfies Record<string, readonly string[]>

export type StorageArea = keyof typeof personalKeys

/** True for a key with a member's own data. */
export function isPersonal(area: StorageArea, key: string): boolean {
  return personalKeys[area].some((name) => (name.endsWith(':') ? key.startsWith(name) : key === name))
}
