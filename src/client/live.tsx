import { use, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useNotifications } from '#features/notifications/ui/use-notifications.ts'
import { useSession } from '#features/auth/session/ui/use-session.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { isConnected } from '#shared/realtime/is-connected.ts'
import { idleLiveState, LiveContext, useLive } from '#shared/realtime/realtime.tsx'
import { routes } from '#shared/routing/routes.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { Toaster } from '#ui/feedback/toaster.tsx'
import { openPageSession } from './page-session.ts'
import { createOutbox } from './realtime/outbox/outbox.ts'
import { takeEvent, takeSummary } from './realtime/live-counts.ts'
import { createRealtime } from './realtime/realtime.ts'
import { watchPage } from './realtime/watch-page.ts'

/** The live state of every signed-in page: the session, the connection, the member's own channel, toasts and counts. */
export function LiveMember() {
  const translator = useI18n()
  const { viewer, config, page, url, now, realtimeToken } = usePage()
  const store = use(LiveContext)
  const checkSession = useSession(openPageSession, viewer, forget)
  const memberId = viewer && isConnected(viewer) ? viewer.id : null

  const ownTranslator = useEffectEvent(() => translator)
  const firstToken = useEffectEvent(() => realtimeToken)
  const openChat = page === routes.messages.key ? new URLSearchParams(url.split('?')[1]).get('chat') : null

  useEffect(() => {
    if (memberId === null || !store) return
    const realtime = createRealtime({ memberId, config, firstToken: firstToken(), createOutbox, onStranger: checkSession })
    const stopChecking = realtime.onStatus(() => {
      if (realtime.getStatus().state === 'closed') checkSession()
    })
    realtime.onEvent((event) => takeEvent(store, event))
    const channel = channelName.member(memberId)
    realtime.onJoined((joined, data) => {
      if (joined === channel) takeSummary(store, data)
    })
    realtime.join(channel)
    store.setState({ realtime })
    const stopWatching = watchPage(realtime)
    return () => {
      stopChecking()
      stopWatching()
      realtime.stop()
      store.setState(({ shown, serverNow, steadyNow }) => ({ ...idleLiveState, shown, serverNow, steadyNow }))
    }
  }, [memberId, config, store, checkSession])

  useEffect(() => {
    // Until something is live, a new page is newer than the last event.
    const isLive = store?.getState().realtime?.getStatus().state === 'open'
    store?.setState({
      visitors: null,
      ...(isLive ? {} : { unread: null, requests: null, notifications: null, bell: null, likes: null }),
    })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `now` says that there is another page
  }, [store, now])

  const [beside, setBeside] = useState<ReactNode>(null)
  useEffect(() => {
    if (!store) return
    const end = new AbortController()
    void import('./pwa/after-start.ts').then(
      (part) => part.afterStart({ live: store, translator: ownTranslator, signal: end.signal, show: setBeside }),
      () => {},
    )
    return () => end.abort()
  }, [store])

  useNotifications(
    useLive((live) => live.realtime),
    openChat,
    page,
  )
  return (
    <>
      <Toaster label={translator.t('common.notifications.label')} placement={onPhones} />
      {beside}
    </>
  )
}

/** There is room for only one toast, near the thumb. */
const onPhones = { media: '(max-width: 599.98px)', position: 'foot', max: 1 } as const

/** Never rejects: pages outside the signed-in area look for remaining data again. */
async function forget(): Promise<void> {
  try {
    await import('./clear-local-data.ts').then((part) => part.endLocalData())
  } catch (error) {
    console.error(error)
  }
}

/** True for complete members: only they have a hub. */
