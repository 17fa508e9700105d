import { askWhose } from '#features/auth/session/ui/ask-whose.ts'
import { privateCachePrefix, type WorkerRequest } from '#shared/service-worker.ts'
import { storageKeys, visitsKey } from '#shared/storage-keys.ts'
import { endBadge } from './pwa/badge.ts'
import { clearOutboxStore } from './realtime/outbox/outbox-store.ts'

/** Removes everything that this browser stores of its members, and the count at the app's icon. The mark goes last, so that a failure is retried. */
export async function clearLocalData(): Promise<void> {
  for (const key of Object.keys(localStorage)) if (key.startsWith(storageKeys.drafts)) localStorage.removeItem(key)
  localStorage.removeItem(visitsKey)
  endBadge()
  if (localStorage.getItem(storageKeys.offlineMark) !== null) await clearPrivatePages()
  if (localStorage.getItem(storageKeys.outboxMark) !== null) {
    await clearOutboxStore()
    localStorage.removeItem(storageKeys.outboxMark)
  }
  try {
    await endPush()
    localStorage.removeItem(storageKeys.offlineMark)
  } catch (error) {
    console.warn(error) // The server sends nothing to an ended session; the next page retries.
  }
}

/** Takes the member's push messages off the screen, and ends the browser's subscription. */
async function endPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const shown = (await registration?.getNotifications?.()) ?? []
  for (const notification of shown) notification.close()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/** The worker is asked as well: an answer that it waits for must not be stored afterwards. */
async function clearPrivatePages(): Promise<void> {
  navigator.serviceWorker?.controller?.postMessage({ kind: 'forget' } satisfies WorkerRequest)
  const names = 'caches' in globalThis ? await caches.keys() : []
  await Promise.all(names.filter((name) => name.startsWith(privateCachePrefix)).map((name) => caches.delete(name)))
}

/**
 * For a page outside the signed-in area that finds stored data: the session ended without a script (a plain sign-out form, an
 * expired cookie). Asks the server, because the page itself may be an older one.
 */
export async function forgetUnlessSignedIn(): Promise<void> {
  if ((await askWhose()) === null) await clearLocalData()
}
