/**
 * A member's data in the browser: unfinished messages in local storage, waiting ones in IndexedDB. It goes with the session
 * (src/client/clear-local-data.ts). `outboxMark` is in local storage as long as the database may hold something. Pages
 * outside the signed-in area thus need not open it.
 */
export const storageKeys = {
  outboxDatabase: 'outbox',
  outboxMark: 'outbox',
  /** In local storage as long as the service worker may hold pages of a member. */
  offlineMark: 'offline',
  /** Followed by the member's id. */
  drafts: 'drafts:',
} as const

/** How often the app was used here (src/ui/install/visits.ts); goes with the session, too. A constant of its own costs pages nothing. */
export const visitsKey = 'visits'
/** Notifications whose sound was played here: their ids may have a member's. */
export const playedKey = 'notifyPlayed'
/** How often installing the app was refused: stays, because it says nothing about the member. */
export const refusalsKey = 'install-refused'
/** The same of push messages. */
export const pushRefusalsKey = 'push-refused'

/** Session storage, which is one tab's: the page before this one, the listed people and the last one passed on. */
export const previousPathKey = 'previous-path'
export const listedPeopleKey = 'listed-people'
export const lastPassKey = 'last-pass'

/** What of a member lies in either storage, and goes with the session; a name that ends in ':' stands for all that begin so. */
export const personalKeys = {
  local: [storageKeys.drafts, visitsKey, playedKey, storageKeys.outboxMark, storageKeys.offlineMark],
  session: [previousPathKey, listedPeopleKey, lastPassKey],
} as const satisfies Record<string, readonly string[]>

export type StorageArea = keyof typeof personalKeys

/** True for a key of a member's own. */
export function isPersonal(area: StorageArea, key: string): boolean {
  return personalKeys[area].some((name) => (name.endsWith(':') ? key.startsWith(name) : key === name))
}
