/**
 * What a browser keeps of a member, and where: unfinished messages in local storage, waiting ones in IndexedDB. It goes with
 * the session (src/client/clear-local-data.ts). `outboxMark` stands in local storage as long as the database may hold something:
 * a page outside the signed-in area need not open it to know.
 */
export const storageKeys = {
  outboxDatabase: 'outbox',
  outboxMark: 'outbox',
  /** Followed by the member's id. */
  drafts: 'drafts:',
} as const
