import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { copyAppWorker } from '../app-build.ts'
import { buildWorker } from '../build-worker.ts'
import type { Figure } from '../report.ts'
import { startWorkerd, type WorkerFiles } from '../workerd.ts'

const RUNS = 15
const MAX_EXTRA_MS = 40

/**
 * From starting workerd to its first response, in turn with a worker that only says "ok". It measures reading and evaluating the
 * bundle, so the app answers its health check and has no database.
 */
export async function measureStartUp(workDir: string): Promise<Figure[]> {
  const bare = await buildWorker('bare', join(import.meta.dirname, '../fixtures/bare.ts'), workDir)
  const app = await copyAppWorker(workDir)
  const timesMs = { bare: [] as number[], app: [] as number[] }
  for (let run = 0; run < RUNS; run++) {
    timesMs.bare.push(await firstResponseMs(bare))
    timesMs.app.push(await firstResponseMs(app))
  }
  // The fastest of each, because other work on the machine can only add time.
  const bareMs = Math.min(...timesMs.bare)
  const extraMs = Math.min(...timesMs.app) - bareMs
  return [
    {
      what: 'Worker start-up over a bare handler (process start to first response)',
      measured: `+${extraMs.toFixed(0)} ms (bare ${bareMs.toFixed(0)} ms)`,
      target: `≤ ${MAX_EXTRA_MS} ms`,
      met: extraMs <= MAX_EXTRA_MS,
    },
  ]
}

async function firstResponseMs(files: WorkerFiles): Promise<number> {
  const startedAt = performance.now()
  await using workerd = await startWorkerd(files)
  const response = await fetch(`http://127.0.0.1:${workerd.port}/healthz`)
  if (response.status !== 200) throw new Error(`The worker answered ${response.status}`)
  await response.arrayBuffer()
  return performance.now() - startedAt
}
