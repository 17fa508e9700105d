import { findServiceWorkers } from '#ui/browser/optional.ts'
import { isWorkerOn, serviceWorkerPath, type TabRequest } from '#shared/service-worker.ts'
import { storageKeys } from '#shared/browser/storage-keys.ts'
import { localStore } from '#ui/browser/stores.ts'
import { leaving } from '../navigation/leaving.ts'
import { askWorker } from './ask-worker.ts'
import { isBusy, watchTyping } from './busy.ts'

type Options = { memberId: string; onNeedsRefresh: () => void; signal: AbortSignal }

/** A new worker waits until no tab is at work; interval between checks. */
const retryMs = 30_000

let isReloading = false

/**
 * Loads the new build in this tab, bypassing a worker of the old one; the other tabs follow when no member is at work in them.
 */
export async function acceptBuild(): Promise<void> {
  await askWorker({ kind: 'document', url: location.href })
  location.reload()
}

/**
 * Registers the service worker and maintains spec §4's flags on the document: `data-offline-ready` once it has stored what it
 * needs, `data-needs-refresh` when another one waits. The page reloads when a new one activates.
 */
export async function registerWorker({ memberId, onNeedsRefresh, signal }: Options): Promise<void> {
  const serviceWorker = findServiceWorkers()
  if (!serviceWorker) return
  // A page of an older build registers again what this build's worker removed.
  if (!isWorkerOn) return void (await (await serviceWorker.getRegistration())?.unregister())
  const flags = document.documentElement.dataset
  let hadWorker = serviceWorker.controller !== null
  const onTakeOver = () => {
    // The first worker takes control of a page that it did not serve: nothing changes for it.
    if (hadWorker) void reloadWhenIdle(memberId)
    hadWorker = true
  }
  watchTyping(signal)
  serviceWorker.addEventListener('controllerchange', onTakeOver, { signal })
  serviceWorker.addEventListener('message', (event: MessageEvent<TabRequest>) => void answer(event, memberId), { signal })
  localStore.write(storageKeys.offlineMark, '1')
  const registration: ServiceWorkerRegistration | undefined = await serviceWorker.register(serviceWorkerPath)
  if (!registration) return // Browsers under test may refuse service workers.
  const onWaiting = (worker: ServiceWorker) => {
    flags['needsRefresh'] = ''
    onNeedsRefresh()
    const ask = () => void askWorker({ kind: 'activate' }, worker)
    ask()
    const timer = setInterval(ask, retryMs)
    signal.addEventListener('abort', () => clearInterval(timer))
  }
  const follow = (worker: ServiceWorker) =>
    worker.addEventListener('statechange', () => {
      if (worker.state === 'installed' && registration.active && registration.active !== worker) onWaiting(worker)
      if (worker.state === 'activated') flags['offlineReady'] = ''
    })
  if (registration.waiting) onWaiting(registration.waiting)
  if (registration.installing) follow(registration.installing)
  else if (registration.active) flags['offlineReady'] = ''
  registration.addEventListener('updatefound', () => registration.installing && follow(registration.installing), { signal })
}

async function answer({ data, ports }: MessageEvent<TabRequest>, memberId: string): Promise<void> {
  if (data.kind === 'is-busy') ports[0]?.postMessage(await isBusy(memberId))
}

async function reloadWhenIdle(memberId: string): Promise<void> {
  if (isReloading) return
  if (leaving.until > Date.now() || (await isBusy(memberId))) return void setTimeout(() => void reloadWhenIdle(memberId), 1000)
  isReloading = true
  location.reload()
}
