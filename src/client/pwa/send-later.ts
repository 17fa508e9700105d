import { findServiceWorkers } from '#ui/browser/optional.ts'
import { outboxSync } from '#shared/service-worker.ts'
import { followRealtime, type Live } from './follow-realtime.ts'

/**
 * Asks the browser to wake the service worker for waiting messages once there is a connection, even if every tab is closed by
 * then. In browsers without this, the outbox waits for the next page.
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
