import { createStore } from 'zustand/vanilla'
import type { NotificationPayload } from '#shared/wire.ts'

/** Spec §9: how long a notification stands, and how often its seconds are counted. */
export const notificationMs = 3000
const tickMs = 1000

/** The entity of spec §3 on screen. `seconds` since it came; `id` is unique among those shown, whatever the server sent. */
export type ShownNotification = NotificationPayload & { seconds: number }

type NotificationsState = { shown: readonly ShownNotification[] }

/** The list of spec §4: a notification is added, counts its seconds, and goes after its duration or when clicked. */
export function createNotifications({ newId = () => crypto.randomUUID() }: { newId?: () => string } = {}) {
  const store = createStore<NotificationsState>(() => ({ shown: [] }))
  const endings = new Map<string, () => void>()

  const remove = (id: string) => {
    endings.get(id)?.()
    endings.delete(id)
    store.setState(({ shown }) => ({ shown: shown.filter((entry) => entry.id !== id) }))
  }
  const tick = (id: string) => {
    store.setState(({ shown }) => ({
      shown: shown.map((entry) => (entry.id === id ? { ...entry, seconds: entry.seconds + 1 } : entry)),
    }))
  }
  return {
    subscribe: store.subscribe,
    list: () => store.getState().shown,
    remove,
    add(payload: NotificationPayload, durationMs: number = notificationMs): ShownNotification {
      const entry: ShownNotification = { ...payload, id: newId(), seconds: 0 }
      const counting = setInterval(() => tick(entry.id), tickMs)
      const ending = setTimeout(() => remove(entry.id), durationMs)
      endings.set(entry.id, () => {
        clearInterval(counting)
        clearTimeout(ending)
      })
      store.setState(({ shown }) => ({ shown: [...shown, entry] }))
      return entry
    },
    clear(): void {
      for (const id of endings.keys()) remove(id)
    },
  }
}
