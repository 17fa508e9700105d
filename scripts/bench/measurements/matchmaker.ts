import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../compare.ts'
import { cpuTimeMs } from '../cpu.ts'
import { makeMemoryDir } from '../memory-dir.ts'
import { openBurstLoad, type BurstLoad } from '../pairing/open-burst-load.ts'
import { startBareQueues, startKismet, type PairingServer } from '../pairing/servers.ts'
import type { Figure } from '../report.ts'

const PEOPLE = 2_000
const WITHIN_MS = 1_000
const WARM_UP_ROUNDS = 1
const ROUNDS = 4
const MAX_P99_MS = 2_000
const MAX_RATIO = 3
/** The after-effects of a burst count as its cost: encounters that open, and alarms that find nothing left to do. */
const SETTLE_MS = 3_000

const servers = { kismet: startKismet, bare: startBareQueues }
type Name = keyof typeof servers
const names = Object.keys(servers) as Name[]

type Round = { cpuMicros: number; times: number[]; unpaired: number }

/** A burst of joins in one pool across all its languages: the time until everyone is paired, and the cost of a pairing. */
export async function measureMatchmaker(): Promise<Figure[]> {
  const dir = await makeMemoryDir('kismet-bench-')
  try {
    await using opened = new AsyncDisposableStack()
    const running: { name: Name; server: PairingServer; load: BurstLoad }[] = []
    for (const name of names) {
      const server = opened.use(await servers[name](dir, PEOPLE))
      running.push({ name, server, load: opened.use(await openBurstLoad(server)) })
    }
    const rounds: Record<Name, Round[]> = { kismet: [], bare: [] }
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      for (const { name, server, load } of running) {
        const cpuBeforeMs = await cpuTimeMs(server.pid)
        const { times, unpaired } = await load.burst(WITHIN_MS)
        await server.settled()
        await sleep(SETTLE_MS)
        const cpuMs = (await cpuTimeMs(server.pid)) - cpuBeforeMs
        if (round >= 0) rounds[name].push({ cpuMicros: (cpuMs * 1000) / (PEOPLE / 2), times, unpaired })
        await server.free()
        await sleep(SETTLE_MS)
      }
    }
    return figuresOf(rounds)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

function figuresOf(rounds: Record<Name, Round[]>): Figure[] {
  const times = rounds.kismet.flatMap((round) => round.times).toSorted((one, other) => one - other)
  const unpaired = rounds.kismet.reduce((sum, round) => sum + round.unpaired, 0)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  const p99 = at(0.99)
  const cpuOf = (name: Name) => median(rounds[name].map(({ cpuMicros }) => cpuMicros))
  const ratio = cpuOf('kismet') / cpuOf('bare')
  const ms = (value: number) => `${value.toFixed(0)} ms`
  return [
    {
      what: `Join to both screens, p99: ${PEOPLE.toLocaleString('en')} joins within a second in one pool of 11 languages`,
      measured: `${ms(p99)} (median ${ms(at(0.5))}, longest ${ms(at(1))}; ${times.length} paired, ${unpaired} left in ${ROUNDS} bursts)`,
      target: `≤ ${ms(MAX_P99_MS)}, 0 left`,
      met: p99 <= MAX_P99_MS && unpaired === 0,
    },
    {
      what: 'Server CPU per pairing, to a bare object that pairs a queue and holds the sockets',
      measured: `${ratio.toFixed(2)} × (${names.map((name) => `${name} ${cpuOf(name).toFixed(0)} µs`).join(', ')})`,
      target: `≤ ${MAX_RATIO} ×`,
      met: ratio <= MAX_RATIO,
    },
  ]
}
