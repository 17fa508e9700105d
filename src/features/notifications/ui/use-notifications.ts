import { useEffect, useEffectEvent, useRef } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import type { Realtime } from '#shared/realtime/realtime.tsx'
import { isEvent, type ServerEvent } from '#shared/realtime/wire.ts'
import { shownHere } from '#ui/feedback/shown-here.ts'
import { useOnScreen } from './use-on-screen.ts'
import type { Presenter } from './presenter.ts'

/**
 * Shows each notification of the member's channel, except for a conversation that is open in any window of this browser. The
 * presenter is loaded with the first one. `openChat`: the conversation that this page shows; `page`: its route's key.
 */
export function useNotifications(realtime: Realtime | null, openChat: string | null, page: string): void {
  const translator = useI18n()
  const presenter = useRef<Promise<Presenter>>(undefined)
  const isOnScreen = useOnScreen(openChat)

  const onEvent = useEffectEvent(async (event: ServerEvent) => {
    void presenter.current?.then((part) => part.follow(event))
    if (!isEvent(event, 'notification') || shownHere.has(event.data.id)) return
    const { data } = event
    presenter.current ??= import('./presenter.ts').then((part) => part.createPresenter())
    if (data.link !== undefined && (await isOnScreen(data.link))) return
    const part = await presenter.current
    part.present(data, translator, page)
  })
  useEffect(() => realtime?.onEvent((event) => void onEvent(event)), [realtime])
  useEffect(() => {
    void presenter.current?.then((part) => part.moveTo(page))
  }, [page])
  useEffect(() => () => void presenter.current?.then((part) => part.clear()), [])
}
