import { readdir, readFile } from 'node:fs/promises'
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from 'miniflare'
import type { RunningWorkerd } from './workerd.ts'

export type RunningWorker = RunningWorkerd & { miniflare: Miniflare }

type Options = { persistTo?: string; onLog?: ((line: string) => void) | undefined }

/**
 * Runs a worker with its bindings under Miniflare. Requests go directly into the worker through a socket. They bypass Miniflare's
 * proxy worker and its asset workers, which are not in our isolate in production either.
 */
export async function startMiniflare(worker: V4WorkerOptions, { persistTo, onLog }: Options = {}): Promise<RunningWorker> {
  const before = await childProcesses()
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      ...(persistTo ? { resourcePersistencePath: persistTo } : {}),
      ...(onLog ? { handleStructuredLogs: ({ level, message }) => onLog(`${level}: ${message}`) } : {}),
      workers: [{ ...worker, unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }] }],
    }),
  )
  const url = await miniflare.unsafeGetDirectURL()
  const started = (await childProcesses()).filter((id) => !before.includes(id))
  const [pid] = started
  if (pid === undefined || started.length > 1) throw new Error('Miniflare did not start exactly one workerd')
  return {
    miniflare,
    pid,
    port: Number(url.port),
    [Symbol.asyncDispose]: () => miniflare.dispose(),
  }
}

/** Ids of the workerd processes started by this process. */
async function childProcesses(): Promise<number[]> {
  const threads = await readdir('/proc/self/task')
  const lists = await Promise.all(threads.map((id) => readFile(`/proc/self/task/${id}/children`, 'utf8').catch(() => '')))
  const ids = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number))
  const names = await Promise.all(ids.map((id) => readFile(`/proc/${id}/comm`, 'utf8').catch(() => '')))
  return ids.filter((_, index) => names[index]?.startsWith('workerd'))
}
