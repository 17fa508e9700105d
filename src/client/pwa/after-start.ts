import { findServiceWorkers, optional } from '#ui/browser/optional.ts'
import { createElement, type ReactNode } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import type { Translator } from '#shared/i18n/translator.ts'
import type { LiveState } from '#shared/realtime/realtime.tsx'
import { BesidePages } from '../beside/beside-pages.tsx'
import { offerBuild } from '../builds/offer-build.ts'
import { watchBuilds } from '../builds/watch-builds.ts'
import { readBootstrap } from '../document-data.ts'
import { fetchNextActions } from '../navigation/next-actions.ts'
import { savesData } from '../navigation/save-data.ts'
import { startAll } from '../start-all.ts'
import { stayAboveKeyboard } from './above-keyboard.ts'
import { watchPictures } from './broken-pictures.ts'
import { watchConnection } from './connection-banner.ts'
import { keepPages } from './keep-pages.ts'
import { acceptBuild, registerWorker } from './register.ts'
import { sendLater } from './send-later.ts'

type Start = {
  live: StoreApi<LiveState>
  translator: () => Translator
  signal: AbortSignal
  show: (beside: ReactNode) => void
}

/**
 * Tasks of every signed-in page once it works: shows deferred parts, prefetches, reports a lost connection, installs the service
 * worker and watches for new builds.
 */
export function afterStart({ live, translator, signal, show }: Start): void {
  show(createElement(BesidePages))
  startAll(
    () => savesData() || fetchNextActions(),
    () => watchConnection(live, translator, signal),
    () => watchPictures(live, signal),
    () => stayAboveKeyboard(signal),
  )
  if (!import.meta.env.PROD) return
  const { build, viewer, locale, config } = readBootstrap()
  const offer = () => offerBuild(translator(), acceptBuild)
  watchBuilds({
    own: build,
    signal,
    onOther: () => {
      offer()
      void findServiceWorkers()
        ?.getRegistration()
        .then((registration) => registration?.update())
        .catch(() => {}) // The next page retries.
    },
  })
  if (!viewer) return
  startAll(
    () => keepPages(locale, signal),
    () => sendLater(live, signal),
  )
  if (config.vapidKey && optional(() => Notification.permission) === 'granted')
    void import('#features/push/ui/device.ts').then((part) => part.renewDevice(viewer.id, config.vapidKey)).catch(() => {}) // The next page retries.
  registerWorker({ memberId: viewer.id, onNeedsRefresh: offer, signal }).catch((error: unknown) => console.warn(error))
}
