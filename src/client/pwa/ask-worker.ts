import { findServiceWorkers } from '#ui/browser/optional.ts'
import type { WorkerRequest } from '#shared/service-worker.ts'

/** A stopped worker starts within this time, or is not worth the wait. */
const answerMs = 1500

/** Asks a service worker, by default the one that controls this page; false without one, or without an answer. */
export function askWorker(request: WorkerRequest, worker = findServiceWorkers()?.controller): Promise<boolean> {
  if (!worker) return Promise.resolve(false)
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data === true))
    port1.start()
    setTimeout(() => resolve(false), answerMs)
    worker.postMessage(request, [port2])
  })
}
