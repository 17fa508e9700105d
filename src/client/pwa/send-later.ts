import type { StoreApi } from 'zustand/vanilla'
import type { LiveState } from '#shared/realtime/realtime.tsx'
import { outboxSync } from '#shared/service-worker.ts'

declare global {
  /** Chromium only (WICG, Web Background Synchronization). */
  interface ServiceWorkerRegistration {
    readonly sync?: { register(tag: string): Promise<void> }
  }
}

/**
 * Has the browser wake the service worker for messages that wait, once there is a connection, though every tab may be closed by
 * then. Where browsers cannot, the outbox waits for the next page.
 */
export function sendLater(live: Pick<StoreApi<LiveState>, 'getState' | 'subscribe'>, signal: AbortSignal): void {
  let watched = live.getState().realtime
  let stop = () => {}
  const ask = () => {
    if (watched?.getStatus().state !== 'open') void registerSync()
  }
  const follow = () => {
    stop()
    watched = live.getState().realtime
    stop = watched?.outbox.onChange(ask) ?? (() => {})
  }
  follow()
  const ignore = live.subscribe(({ realtime }) => realtime === watched || follow())
  signal.addEventListener('abort', () => {
    ignore()
    stop()
  })
}

async function registerSync(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    await registration?.sync?.register(outboxSync)
  } catch (error) {
    console.warn(error) // Refused by the member's settings: the next page sends.
  }
}
