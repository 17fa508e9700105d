import { readFile } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { cpuTimeMs } from '../../scripts/bench/cpu.ts'

/** `atMs`: since the watch began. `bytes`: resident memory. `cores`: processor time per time since the sample before. */
export type Sample = { atMs: number; bytes: number; cores: number }

/** What one process uses over time. Dispose it to end the watch. */
export type UsageWatch = Disposable & { readonly samples: readonly Sample[] }

/** Samples memory and processor of a process (Linux: /proc). */
export async function watchUsage(pid: number, everyMs: number): Promise<UsageWatch> {
  const startedAt = performance.now()
  const samples: Sample[] = []
  let before = { at: startedAt, cpuMs: await cpuTimeMs(pid) }
  const look = async () => {
    const [bytes, cpuMs] = await Promise.all([residentBytes(pid), cpuTimeMs(pid)])
    const at = performance.now()
    samples.push({ atMs: Math.round(at - startedAt), bytes, cores: (cpuMs - before.cpuMs) / (at - before.at) })
    before = { at, cpuMs }
  }
  // A process that has ended has no more figures; what ended it is shown by the run itself.
  const timer = setInterval(() => void look().catch(() => clearInterval(timer)), everyMs)
  return { samples, [Symbol.dispose]: () => clearInterval(timer) }
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}

const minuteMs = 60_000
/** Until then caches fill and code is compiled. */
const warmMs = 5 * minuteMs

/**
 * Growth of memory after the first five minutes, as a share: the median of the last minute to that of the minute which follows
 * them. Null for a run that is too short for two separate minutes.
 */
export function growthOf(samples: readonly Sample[]): number | null {
  const endMs = samples.at(-1)?.atMs ?? 0
  if (endMs < warmMs + 2 * minuteMs) return null
  const between = (from: number, to: number) => samples.filter(({ atMs }) => atMs >= from && atMs <= to).map(({ bytes }) => bytes)
  const first = median(between(warmMs, warmMs + minuteMs))
  return first === 0 ? null : median(between(endMs - minuteMs, endMs)) / first - 1
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
