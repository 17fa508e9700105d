import { findServiceWorkers } from '#ui/browser/optional.ts'
import { askWhose } from '#features/auth/session/ui/ask-whose.ts'
import { privateCachePrefix, type WorkerRequest } from '#shared/service-worker.ts'
import { storageKeys } from '#shared/browser/storage-keys.ts'
import { findCaches } from '#ui/browser/databases.ts'
import { endPersonalData, localStore, tabStore } from '#ui/browser/stores.ts'
import { endBadge } from './pwa/badge.ts'
import { clearOutboxStore } from './realtime/outbox/outbox-store.ts'

/** They say that something else is there, so each goes after it: what fails is retried by the next page that finds them. */
const marks: readonly string[] = [storageKeys.outboxMark, storageKeys.offlineMark]

/**
 * Removes everything that this browser stores of its members (src/shared/browser/browser-data.ts), and the count at the app's icon. Where one
 * part fails, the others go all the same.
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

/** For a member's page whose session is over: it stores nothing more of its member until it is left. */
export function endLocalData(): Promise<void> {
  endPersonalData()
  return clearLocalData()
}

/** Takes the member's push messages off the screen, and ends the browser's subscription. */
async function endPush(): Promise<void> {
  const registration = await findServiceWorkers()?.getRegistration()
  const shown = (await registration?.getNotifications?.()) ?? []
  for (const notification of shown) notification.close()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/** The worker is asked as well: an answer that it waits for must not be stored afterwards. */
async function clearPrivatePages(): Promise<void> {
  findServiceWorkers()?.controller?.postMessage({ kind: 'forget' } satisfies WorkerRequest)
  const caches = findCaches()
  const names = (await caches?.keys()) ?? []
  await Promise.all(names.filter((name) => name.startsWith(privateCachePrefix)).map((name) => caches?.delete(name)))
}

/**
 * For a page outside the signed-in area that finds stored data: the session ended without a script (a plain sign-out form, an
 * expired cookie). Asks the server, because the page itself may be an older one.
 */
export async function forgetUnlessSignedIn(): Promise<void> {
  if ((await askWhose()) === null) await clearLocalData()
}
