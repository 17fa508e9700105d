import { startTransition } from 'react'
import { flushSync } from 'react-dom'
import type { Bootstrap } from '#shared/bootstrap.ts'
import type { DeferredValues } from '#shared/react/deferred.tsx'
import { isCameraPage } from '#shared/routing/camera-page.ts'
import { pageNamespaces } from '#shared/routing/message-files.ts'
import { routeList } from '#shared/routing/routes.ts'
import { navigate } from '#ui/browser/navigate.ts'
import { isSamePage } from '../builds/same-page.ts'
import { loadMessages } from '../load-messages.ts'
import { leaving } from './leaving.ts'
import { loadLayout, loadPage } from './modules.ts'
import { fetchAhead, takePayload } from './payloads.ts'
import { reachServer, sayOffline } from '../offline.ts'
import { createScreen, type Screen, type Stage } from './screen.ts'

/** For texts that no page has; a separate file would be one more to name in every page's script. */
export { loadMessages }

/** The target of a navigation: a screen, another URL, or a document, which the browser loads itself. */
type Next = { screen: Screen } | Elsewhere | { offline: true }
type Elsewhere = { redirect: string } | { document: string }

/** Follows a navigation to its end; false without a connection, so that the page on screen must stay. */
export async function follow(url: URL, stage: Stage, signal: AbortSignal): Promise<boolean> {
  const next = await loadNext(url, stage.shown)
  if (signal.aborted) return true
  if ('offline' in next) return false
  if ('screen' in next) {
    stage.shown = next.screen.bootstrap
    await swap(() => stage.show(next.screen))
  } else goOn(next, stage)
  return true
}

function goOn(next: Elsewhere, { navigation }: Stage): void {
  if ('redirect' in next) void navigate(navigation, next.redirect, { history: 'replace' })
  // A full page load that the rules allow.
  else void navigate(navigation, next.document, { info: 'document', history: 'replace' })
}

/**
 * Shows the page on screen with its current data; nothing scrolls. Of calls that overlap, the newest one counts. A navigation
 * wins over all of them: a refresh waits for its end and shows the page that is there then, and nothing if another one comes meanwhile.
 */
export async function showAgain(stage: Stage): Promise<void> {
  const own = ++stage.refreshes
  await navigationsEnded(stage.navigation)
  const { shown } = stage
  const isWanted = async () => {
    await navigationsEnded(stage.navigation)
    return shown === stage.shown && own === stage.refreshes
  }
  if (own !== stage.refreshes) return
  const next = await loadNext(new URL(location.href), shown)
  if (!(await isWanted())) return
  if ('offline' in next) return sayOffline()
  if ('screen' in next) {
    stage.shown = next.screen.bootstrap
    // In a transition, parts of the page whose code is still loading stay as they are.
    return startTransition(() => stage.show(next.screen))
  }
  // This would cancel a document that is loading, which needs no second one. If none comes, the page is still here.
  for (let wait; (wait = leaving.until - Date.now()) > 0;) await new Promise((resolve) => setTimeout(resolve, wait))
  if (await isWanted()) goOn(next, stage)
}

async function navigationsEnded(navigation: Navigation): Promise<void> {
  while (navigation.transition) await navigation.transition.finished.catch(() => {})
}

async function swap(render: () => void): Promise<void> {
  const wantsStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (wantsStill || !document.startViewTransition) return flushSync(render)
  const { ready, updateCallbackDone, finished } = document.startViewTransition(() => flushSync(render))
  // The browser skips the transition if the window is resized or hidden in the meantime: the page is still shown.
  for (const motion of [ready, finished]) motion.catch(() => {})
  await updateCallbackDone
}

/** Loads everything for a page of the signed-in area. */
export async function loadNext(url: URL, current: Bootstrap): Promise<Next> {
  if (isCameraPage(url) !== isCameraPage(new URL(current.url, url))) return { document: url.href }
  const answer = await takePayload(url)
  if (answer === 'offline') return { offline: true }
  if (answer === null) return { document: url.href }
  if ('redirect' in answer) {
    const target = new URL(answer.redirect, location.href)
    return target.origin === location.origin ? { redirect: target.href } : { document: target.href }
  }
  try {
    const { build, data, deferred } = answer
    // A new build is deployed: a page that changed needs its document, with that build's code.
    if (build !== current.build && !(await isSamePage(current.build, build, data.page))) return { document: url.href }
    return { screen: await loadScreen({ ...current, ...data }, deferred, build) }
  } catch (error) {
    // The document loads files of another deployment, and may succeed where this failed.
    return reachServer().then(
      () => {
        console.error(error)
        return { document: url.href }
      },
      () => ({ offline: true }),
    )
  }
}

/** Prefetches payload and code of a page. */
export function prefetchNext(url: URL, key: string): void {
  if (fetchAhead(url)) loadPage(key).catch(() => {}) // The navigation retries.
}

/** Loads code and messages of a page in parallel. `build`: the build of the server's messages, which suit ours. */
async function loadScreen(bootstrap: Bootstrap, deferred: DeferredValues, build: string): Promise<Screen> {
  const route = routeList.find((candidate) => candidate.key === bootstrap.page)
  const [Page, Layout, messages] = await Promise.all([
    loadPage(bootstrap.page),
    loadLayout(route ? (route.layout === 'bare' ? 'bare' : 'protected') : 'not-found-member'),
    loadMessages(build, bootstrap.locale, pageNamespaces(route)),
  ])
  return createScreen(bootstrap, messages, { deferred, Page, Layout })
}
