import { notificationActions } from '#features/notifications/contract.ts'
import type { Translator } from '#shared/i18n/translator.ts'
import { routes } from '#shared/routing/routes.ts'
import { isEvent, type NotificationKind, type NotificationPayload, type ServerEvent } from '#shared/realtime/wire.ts'
import { closeToast, showToast } from '#ui/feedback/toasts.ts'
import { dateOfferId } from '#shared/realtime/date-offer-id.ts'
import { createNotifications, type ShownNotification } from './notifications-state.ts'
import { toToast } from './to-toast.ts'

/** Loaded with the first notification: the list, its toasts, and the sound if there is one. */
export function createPresenter() {
  const notifications = createNotifications()
  const shown = new Map<string, { translator: Translator; seconds: number }>()

  const show = (entry: ShownNotification, translator: Translator) => {
    shown.set(entry.id, { translator, seconds: entry.seconds })
    showToast(
      toToast(entry, translator, {
        onPress: () => markRead(entry.sourceId),
        onEnd: () => notifications.remove(entry.id),
        onHold: (held) => notifications.hold(entry.id, held),
      }),
    )
  }
  notifications.subscribe(({ shown: entries }) => {
    for (const entry of entries) {
      const known = shown.get(entry.id)
      if (known && entry.timer_on === true && known.seconds !== entry.seconds) show(entry, known.translator)
    }
    const left = new Set(entries.map(({ id }) => id))
    for (const id of shown.keys()) {
      if (left.has(id)) continue
      shown.delete(id)
      closeToast(id)
    }
  })

  const onVisible = () => document.hidden || notifications.comeBack()
  document.addEventListener('visibilitychange', onVisible)

  return {
    /** Does nothing on a page that shows the news itself. `page`: its route's key. */
    present(payload: NotificationPayload, translator: Translator, page: string): void {
      if (followedOn(page).includes(payload.kind) && !(payload.kind === 'stranger' && document.hidden)) return
      show(notifications.add(payload), translator)
      if (payload.sound !== false && maySound()) void import('./sound.ts').then(({ playFor }) => playFor(payload.id))
    },
    /** An offer is shown until it is accepted on any device, or has expired. */
    follow(event: ServerEvent): void {
      // Its notification would link to nothing now.
      if (isEvent(event, 'anonymous') && event.data.state !== 'paired') notifications.removeKind('stranger')
      if (!isEvent(event, 'blind-date')) return
      const { state, id } = event.data
      notifications.endTimers(state === 'offered' && id !== null ? dateOfferId(id) : null)
    },
    /** Another page is shown. */
    moveTo(page: string): void {
      if (followedOn(page).includes('blind-date')) notifications.endTimers(null)
    },
    clear(): void {
      document.removeEventListener('visibilitychange', onVisible)
      notifications.clear()
    },
  }
}

/** Kinds of news that a page shows itself. */
function followedOn(page: string): readonly NotificationKind[] {
  if (page === routes.blindDates.key) return ['blind-date']
  if (page === routes.blindDate.key) return ['blind-date', 'reveal']
  // These pages open the chat by themselves. In a hidden window, the sound is still played.
  if (page === routes.anonymousChat.key) return ['stranger']
  return page === routes.anonymousChatRoom.key ? ['stranger', 'reveal'] : []
}

export type Presenter = ReturnType<typeof createPresenter>

/** Browsers allow no sound before the first touch or key. Checked at once, so that a later touch does not play a backlog. */
const maySound = () => navigator.userActivation?.hasBeenActive !== false

/** Marks an opened notification as read. The response is not awaited, because the page may be about to close. */
function markRead(id: string): void {
  void fetch(notificationActions.read.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ id }),
    keepalive: true,
  }).catch(() => {})
}
