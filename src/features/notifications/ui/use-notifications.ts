import { useEffect, useEffectEvent, useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import type { Realtime } from '#shared/realtime.tsx'
import type { ServerEvent } from '#shared/wire.ts'
import { showToast } from '#ui/toaster.tsx'
import { createNotifications, type ShownNotification } from './notifications-state.ts'
import { toToast } from './to-toast.ts'

type Options = {
  realtime: Realtime | null
  /** True for the conversation that the member is looking at: it needs no toast. */
  isOnScreen: (conversation: string) => boolean
}

/** Shows each notification of the member's channel as a toast and keeps its timer running. */
export function useNotifications({ realtime, isOnScreen }: Options): void {
  const translator = useI18n()
  const [notifications] = useState(() => createNotifications())

  const onEvent = useEffectEvent((event: ServerEvent) => {
    if (!isNotification(event)) return
    const { link } = event.data
    if (link === undefined || !isOnScreen(link)) notifications.add(event.data)
  })
  const show = useEffectEvent((entry: ShownNotification) =>
    showToast(toToast(entry, translator, () => notifications.remove(entry.id))),
  )

  useEffect(() => realtime?.onEvent(onEvent), [realtime])
  useEffect(() => {
    const drawn = new Map<string, number>()
    const stop = notifications.subscribe(({ shown }) => {
      for (const entry of shown) {
        const isNew = !drawn.has(entry.id)
        const hasMoved = entry.timer_on === true && drawn.get(entry.id) !== entry.seconds
        drawn.set(entry.id, entry.seconds)
        if (isNew || hasMoved) show(entry)
      }
    })
    return () => {
      stop()
      notifications.clear()
    }
  }, [notifications])
}

/** The union's `client-…` member has a template for a name, so comparing names alone does not narrow it. */
function isNotification(event: ServerEvent): event is Extract<ServerEvent, { event: 'notification' }> {
  return event.event === 'notification'
}
