import { askWhose } from '#features/auth/session/ui/ask-whose.ts'
import { storageKeys } from '#shared/storage-keys.ts'
import { clearOutboxStore } from './realtime/outbox/outbox-store.ts'

/** Removes what this browser keeps of its members. The mark goes last, so that what failed is tried again. */
export async function clearLocalData(): Promise<void> {
  for (const key of Object.keys(localStorage)) if (key.startsWith(storageKeys.drafts)) localStorage.removeItem(key)
  if (localStorage.getItem(storageKeys.outboxMark) === null) return
  await clearOutboxStore()
  localStorage.removeItem(storageKeys.outboxMark)
}

/**
 * For a page outside the signed-in area that finds something kept: the session ended where no script saw it (a plain
 * sign-out form, an expired cookie). The server is asked, because the page itself may be an older one.
 */
export async function forgetUnlessSignedIn(): Promise<void> {
  if ((await askWhose()) === null) await clearLocalData()
}
