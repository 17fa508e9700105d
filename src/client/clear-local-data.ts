import { findServiceWorkers } from '#ui/browser/optional.ts'
import { askWhose } from '#features/auth/session/ui/ask-whose.ts'
import { privateCachePrefix, type WorkerRequest } from '#shared/service-worker.ts'
import { storageKeys } from '#shared/browser/storage-keys.ts'
import { findCaches } from '#ui/browser/databases.ts'
import { endPersonalData, localStore, tabStore } from '#ui/browser/stores.ts'
import { endBadge } from './pwa/badge.ts'
import { clearOutboxStore } from './realtime/outbox/outbox-store.ts'

/**
 * These keys show that other data is stored, so each is removed after it: if that fails, the next page finds the key and retries.
 */
const marks: readonly string[] = [storageKeys.outboxMark, storageKeys.offlineMark]

/**
 * Removes everything that this browser stores of its members (src/shared/browser/browser-data.ts), and the count on the app's
 * icon. If one part fails, the others are still removed.
 */
export async function clearLocalData(): Promise<void> {
  tabStore.removePersonal([])
  localStore.removePersonal(marks)
  endBadge()
  const isMarked = (mark: 'outbox' | 'offline') => localStore.read(mark) !== null
  const [pages, outbox, push] = await Promise.allSettled([
    isMarked(storageKeys.offlineMark) && clearPrivatePages(),
    isMarked(storageKeys.outboxMark) && clearOutboxStore(),
    endPush(),
  ])
  for (const part of [pages, outbox, push]) if (part.status === 'rejected') console.warn(part.reason)
  if (outbox.status === 'fulfilled') localStore.remove(storageKeys.outboxMark)
  // The server sends nothing to an ended session.
  if (pages.status === 'fulfilled' && push.status === 'fulfilled') localStore.remove(storageKeys.offlineMark)
}

/** For a member's page whose session is over: stops it from storing more of its member until it is left. */
export function endLocalData(): Promise<void> {
  endPersonalData()
  return clearLocalData()
}

/** Closes the member's push notifications on the screen, and ends the browser's subscription. */
async function endPush(): Promise<void> {
  const registration = await findServiceWorkers()?.getRegistration()
  const shown = (await registration?.getNotifications?.()) ?? []
  for (const notification of shown) notification.close()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/** Asks the worker too: it must not store an answer that it is still waiting for. */
async function clearPrivatePages(): Promise<void> {
  findServiceWorkers()?.controller?.postMessage({ kind: 'forget' } satisfies WorkerRequest)
  const caches = findCaches()
  const names = (await caches?.keys()) ?? []
  await Promise.all(names.filter((name) => name.startsWith(privateCachePrefix)).map((name) => caches?.delete(name)))
}

/**
 * For a page outside the signed-in area that finds stored data: the session ended without a script (a plain sign-out form, an
 * expired cookie). Asks the server, because the page itself may be from an earlier session.
 */
export async function forgetUnlessSignedIn(): Promise<void> {
  if ((await askWhose()) === null) await clearLocalData()
}
