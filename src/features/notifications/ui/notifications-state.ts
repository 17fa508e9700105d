import { newId as createId } from '#ui/browser/new-id.ts'
import { createStore } from 'zustand/vanilla'
import type { NotificationPayload } from '#shared/realtime/wire.ts'

/** Spec §9: how long a notification is shown, and how often its seconds are updated. */
const notificationMs = 3000
const tickMs = 1000

/**
 * The entity of spec §3 on screen. `seconds`: time since it appeared. `id` is unique among those shown, whatever the server sent;
 * `sourceId` is the server's id.
 */
export type ShownNotification = NotificationPayload & { seconds: number; sourceId: string }

type NotificationsState = { shown: readonly ShownNotification[] }

/** The remaining time of a notification; it pauses while the member reads. */
type Ending = { timer: ReturnType<typeof setTimeout> | undefined; leftMs: number; since: number }

const isTimed = ({ timer_on }: NotificationPayload): boolean => timer_on === true

function durationOf({ timer_on, timer }: NotificationPayload): number {
  return timer_on === true && timer !== undefined ? timer * 1000 : notificationMs
}

type Options = { newId?: () => string; /** The window is not visible. */ isHidden?: () => boolean }

/**
 * The list of spec §4: a notification is added, counts its seconds, and disappears after its duration or a click. In a hidden
 * window only the newest waits to be seen: the others disappear when their time has passed, or when the window is visible again.
 */
export function createNotifications({ newId = createId, isHidden = () => document.hidden }: Options = {}) {
  const store = createStore<NotificationsState>(() => ({ shown: [] }))
  const endings = new Map<string, Ending>()
  const countings = new Map<string, ReturnType<typeof setInterval>>()

  const run = (id: string, leftMs: number) => {
    const timer = leftMs === Number.POSITIVE_INFINITY ? undefined : setTimeout(() => remove(id), leftMs)
    endings.set(id, { timer, leftMs, since: Date.now() })
  }
  const remove = (id: string) => {
    clearInterval(countings.get(id))
    clearTimeout(endings.get(id)?.timer)
    countings.delete(id)
    if (endings.delete(id)) store.setState(({ shown }) => ({ shown: shown.filter((entry) => entry.id !== id) }))
  }
  const tick = (id: string) => {
    store.setState(({ shown }) => ({
      shown: shown.map((entry) => (entry.id === id ? { ...entry, seconds: entry.seconds + 1 } : entry)),
    }))
  }
  const hold = (id: string, held: boolean) => {
    const ending = endings.get(id)
    const isHeld = ending?.timer === undefined
    if (!ending || held === isHeld) return
    clearTimeout(ending.timer)
    if (!held) return run(id, ending.leftMs)
    const leftMs = Math.max(0, ending.leftMs - (Date.now() - ending.since))
    endings.set(id, { timer: undefined, leftMs, since: Date.now() })
  }
  const timed = () => store.getState().shown.filter(isTimed)
  return {
    subscribe: store.subscribe,
    list: () => store.getState().shown,
    remove,
    /** A notification with a timer is shown until that ends; a repeat replaces the one that is shown. */
    add(payload: NotificationPayload): ShownNotification {
      for (const { id, sourceId } of timed()) if (sourceId === payload.id) remove(id)
      if (isHidden()) for (const { id } of store.getState().shown) hold(id, false)
      const entry: ShownNotification = { ...payload, id: newId(), sourceId: payload.id, seconds: 0 }
      countings.set(
        entry.id,
        setInterval(() => tick(entry.id), tickMs),
      )
      run(entry.id, durationOf(payload))
      store.setState(({ shown }) => ({ shown: [...shown, entry] }))
      return entry
    },
    /** Pauses a notification's time while the member reads it or has yet to see it; its seconds continue. */
    hold(id: string, held: boolean): void {
      if (timed().some((entry) => entry.id === id)) return
      hold(id, held && !(isHidden() && id !== store.getState().shown.at(-1)?.id))
    },
    /** Call it when the window is visible again: only the newest stays on screen; the list of notifications has all of them. */
    comeBack(): void {
      const passing = store.getState().shown.filter((entry) => !isTimed(entry))
      for (const { id } of passing.slice(0, -1)) remove(id)
    },
    /** Removes notifications with a timer, except the one with this server id. */
    endTimers(exceptSourceId: string | null): void {
      for (const { id, sourceId } of timed()) if (sourceId !== exceptSourceId) remove(id)
    },
    removeKind(kind: NotificationPayload['kind']): void {
      for (const { id } of store.getState().shown.filter((entry) => entry.kind === kind)) remove(id)
    },
    clear(): void {
      for (const id of endings.keys()) remove(id)
    },
  }
}
