import { findServiceWorkers } from '#ui/browser/optional.ts'
import { outboxSync } from '#shared/service-worker.ts'
import { followRealtime, type Live } from './follow-realtime.ts'

/**
 * Has the browser wake the service worker for messages that wait, once there is a connection, though every tab may be closed by
 * then. Where browsers cannot, the outbox waits for the next page.
 */
export function sendLater(live: Live, signal: AbortSignal): void {
  followRealtime(live, signal, (realtime) =>
    realtime?.outbox.onChange(() => {
      if (realtime.getStatus().state !== 'open') void registerSync()
    }),
  )
}

async function registerSync(): Promise<void> {
  try {
    const registration = await findServiceWorkers()?.getRegistration()
    await registration?.sync?.register(outboxSync)
  } catch (error) {
    console.warn(error) // Refused by the member's settings: the next page sends.
  }
}
