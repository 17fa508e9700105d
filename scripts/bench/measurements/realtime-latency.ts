import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { cpuTimeMs } from '../cpu.ts'
import { makeMemoryDir } from '../memory-dir.ts'
import type { ScreenOrder, ScreenResult } from '../realtime/screen-load.ts'
import { startKismet } from '../realtime/servers.ts'
import type { Figure } from '../report.ts'

const PAIRS = 250
const PER_SECOND = 1_000
const WARM_UP_MS = 8_000
const RUN_MS = 20_000
const MAX_P99_MS = 50

/**
 * From the call that sends to the call that shows the message, with the product's own client at both ends and at a steady pace.
 */
export async function measureRealtimeLatency(): Promise<Figure[]> {
  const dir = await makeMemoryDir('kismet-bench-')
  try {
    await using server = await startKismet(dir, PAIRS)
    const child = fork(join(import.meta.dirname, '../realtime/screen-load.ts'))
    const cpuBeforeMs = await cpuTimeMs(server.pid)
    const { port, members } = server
    child.send({ port, members, warmUpMs: WARM_UP_MS, forMs: RUN_MS, perSecond: PER_SECOND } satisfies ScreenOrder)
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('The clients ended before they had talked')))
    const [result] = (await Promise.race([once(child, 'message'), ended])) as [ScreenResult]
    await ended.catch(() => {})
    const cpuMs = (await cpuTimeMs(server.pid)) - cpuBeforeMs
    return [figureOf(result, cpuMs / (WARM_UP_MS + RUN_MS))]
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

function figureOf({ sent, lost, latenciesMs, behindMs }: ScreenResult, cpuShare: number): Figure {
  const sorted = latenciesMs.toSorted((a, b) => a - b)
  const percentile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity
  const [p50, p99, max] = [percentile(0.5), percentile(0.99), percentile(1)].map((ms) => `${ms.toFixed(1)} ms`)
  return {
    what: `Send to the other's screen, p99: ${PAIRS * 2} members, ${PAIRS} conversations, ${PER_SECOND} stored messages a second`,
    measured: `${p99} (median ${p50}, longest ${max}; ${sent} sent, ${lost} lost; server ${(cpuShare * 100).toFixed(0)} % of a core; generator at most ${behindMs.toFixed(0)} ms late)`,
    target: `≤ ${MAX_P99_MS} ms, none lost`,
    met: percentile(0.99) <= MAX_P99_MS && lost === 0,
  }
}
