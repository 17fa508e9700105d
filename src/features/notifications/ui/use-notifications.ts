import { useEffect, useEffectEvent, useRef } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import type { Realtime } from '#shared/realtime/realtime.tsx'
import { isEvent, type ServerEvent } from '#shared/realtime/wire.ts'
import { shownHere } from '#ui/feedback/shown-here.ts'
import { useOnScreen } from './use-on-screen.ts'
import type { Presenter } from './presenter.ts'

/**
 * Shows each notification of the member's channel, except for a conversation that some window of this browser has on
 * screen. The presenter is loaded with the first one. `openChat`: the conversation that this page shows; `isDatePage`: it follows
 * the member's blind dates by itself.
 */
export function useNotifications(realtime: Realtime | null, openChat: string | null, isDatePage: boolean): void {
  const translator = useI18n()
  const presenter = useRef<Promise<Presenter>>(undefined)
  const isOnScreen = useOnScreen(openChat)

  const onEvent = useEffectEvent(async (event: ServerEvent) => {
    if (isEvent(event, 'blind-date')) void presenter.current?.then((part) => part.endOffers(event.data))
    if (!isEvent(event, 'notification') || shownHere.has(event.data.id)) return
    const { data } = event
    if (isDatePage && data.kind === 'blind-date') return
    presenter.current ??= import('./presenter.ts').then((part) => part.createPresenter())
    if (data.link !== undefined && (await isOnScreen(data.link))) return
    const part = await presenter.current
    part.present(data, translator)
  })
  useEffect(() => realtime?.onEvent((event) => void onEvent(event)), [realtime])
  useEffect(() => {
    if (isDatePage) void presenter.current?.then((part) => part.endOffers(null))
  }, [isDatePage])
  useEffect(() => () => void presenter.current?.then((part) => part.clear()), [])
}
