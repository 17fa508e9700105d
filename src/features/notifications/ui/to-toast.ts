import type { Translator } from '#shared/i18n/translator.ts'
import type { ToastInput } from '#ui/feedback/toasts.ts'
import type { ShownNotification } from './notifications-state.ts'
import { notificationHref } from '#shared/routing/notification-href.ts'

type Callbacks = Pick<ToastInput, 'onPress' | 'onEnd' | 'onHold'>

/** Returns a notification as a toast: its text, its link, and its heart or timer (spec §3). */
export function toToast(
  entry: ShownNotification,
  { locale, format }: Pick<Translator, 'locale' | 'format'>,
  callbacks: Callbacks,
): ToastInput {
  const { id, sourceId, type, kind, icon, title, message } = entry
  return {
    id,
    title,
    text: message,
    type: type ? 'error' : kind === 'match' || kind === 'reveal' || kind === 'stranger' ? 'success' : 'default',
    icon,
    href: notificationHref({ ...entry, id: sourceId }, locale.code) ?? undefined,
    fact: factOf(entry, format),
    // The list keeps the time, and closes it.
    durationMs: Number.POSITIVE_INFINITY,
    stands: entry.timer_on,
    ...callbacks,
  }
}

function factOf(entry: ShownNotification, format: Translator['format']): ToastInput['fact'] {
  // With premium, likes are not counted.
  if (entry.like_out)
    return entry.like_remain === undefined ? undefined : { icon: 'heart', text: format.number(entry.like_remain) }
  if (entry.timer_on) return { icon: 'clock', text: format.timer(Math.max(0, (entry.timer ?? 0) - entry.seconds)) }
  return undefined
}
