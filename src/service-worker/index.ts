import { sessionActions } from '#features/auth/contract.ts'
import { outboxSync, type WorkerRequest } from '#shared/service-worker.ts'
import { activateWhenIdle } from './idle-tabs.ts'
import { answerNavigation, noteSent, openNext } from './navigations.ts'
import { dropOldBuilds, findPrecached, precache } from './precache.ts'
import { answerPayload, forgetMembers, storeMode } from './private-pages.ts'
import './push.ts'
import { sendOutbox } from './send-outbox.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * The service worker (docs/offline.md). Requests that it does not know go to the network untouched: actions, realtime, /ops,
 * photos, builds, and the answers of providers. Each further kind of event, such as `push`, has a module that is imported above
 * for its side effect: it adds its own listeners.
 */
self.addEventListener('install', (event) => event.waitUntil(precache()))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
self.addEventListener('fetch', (event) => {
  const answer = answerOf(event)
  if (answer) event.respondWith(answer)
})
self.addEventListener('sync', (event) => {
  if (event.tag === outboxSync) event.waitUntil(sendOutbox())
})
self.addEventListener('message', (event) => {
  const request: WorkerRequest = event.data
  event.waitUntil(handle(request).then((answer) => event.ports[0]?.postMessage(answer)))
})

/** These requests end one session or begin another. */
const sessionPaths: readonly string[] = [sessionActions.signIn.path, sessionActions.signOut.path]

async function takeOver(): Promise<void> {
  await dropOldBuilds()
  // Navigation preload: the request starts while this worker starts.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

function answerOf(event: FetchEvent): Promise<Response> | null {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== self.location.origin) return null
  if (request.method !== 'GET') {
    // Also sent by a form, which no script can observe. Copies are dropped regardless of the answer.
    if (sessionPaths.includes(url.pathname)) event.waitUntil(forgetMembers())
    if (request.mode === 'navigate') noteSent()
    return null
  }
  if (request.mode === 'navigate') return answerNavigation(event, url)
  if (url.pathname.endsWith('/_payload.json')) return answerPayload(event, url)
  return findPrecached(request, url)
}

async function handle(request: WorkerRequest): Promise<boolean> {
  switch (request.kind) {
    case 'forget':
      await forgetMembers()
      return true
    case 'document':
      openNext(request.url)
      return true
    case 'mode':
      await storeMode(request.mode)
      return true
    case 'activate':
      return activateWhenIdle()
    default:
      request satisfies never
      return false
  }
}
