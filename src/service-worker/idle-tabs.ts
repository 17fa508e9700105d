import { findRoute } from '#shared/routing/match.ts'
import { pageKindOf } from '#shared/routing/page-kind.ts'
import type { TabRequest } from '#shared/service-worker.ts'

declare const self: ServiceWorkerGlobalScope

/** A tab that does not answer may be frozen in the middle of a sentence. */
const answerMs = 5000

/** Activates this worker if no tab has typed text or a message being sent; all tabs then reload. */
export async function activateWhenIdle(): Promise<boolean> {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const answers = await Promise.all(tabs.filter(isMemberPage).map((tab) => isIdle(tab)))
  if (!answers.every(Boolean)) return false
  await self.skipWaiting()
  return true
}

/** Only these reload with a new worker, and only these answer. */
function isMemberPage({ url }: Client): boolean {
  const match = findRoute(new URL(url).pathname)
  return match !== null && pageKindOf(match.route, true) === 'member'
}

/** Resolves to false for a tab that is at work, or does not answer in time. */
export function isIdle(tab: Client, withinMs = answerMs): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data === false))
    port1.start()
    setTimeout(() => resolve(false), withinMs)
    tab.postMessage({ kind: 'is-busy' } satisfies TabRequest, [port2])
  })
}
