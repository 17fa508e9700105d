import { rm } from 'node:fs/promises'
import { median } from '../compare.ts'
import { cpuTimeMs } from '../cpu.ts'
import { makeMemoryDir } from '../memory-dir.ts'
import { openChatLoad, type ChatLoad } from '../realtime/open-chat-load.ts'
import { startBareRooms, startKismet, startSocketIo, type ChatServer } from '../realtime/servers.ts'
import type { Figure } from '../report.ts'

const PAIRS = 64
const PER_SECOND = 500
const STEADY_MS = 4_000
const MOST_MS = 3_000
const WARM_UP_ROUNDS = 1
const ROUNDS = 6
/** A message takes one hop (decisions/046). Other work on the machine moves the figure by a quarter. */
const MAX_RATIO = 2.5

const servers = { kismet: startKismet, bare: startBareRooms, 'socket.io': startSocketIo }
type Name = keyof typeof servers
const names = Object.keys(servers) as Name[]

type Round = { cpuMicros: number; perSecond: number }

/** The server's cost of one delivered message, and its messages per second. Servers take turns, one at a time. */
export async function measureRealtimeCost(): Promise<Figure[]> {
  const dir = await makeMemoryDir('kismet-bench-')
  try {
    await using opened = new AsyncDisposableStack()
    const running = {} as Record<Name, { server: ChatServer; load: ChatLoad; rounds: Round[] }>
    for (const name of names) {
      const server = opened.use(await servers[name](dir, PAIRS))
      running[name] = { server, load: opened.use(await openChatLoad(name, server.port, server.members)), rounds: [] }
    }
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      for (const name of names) {
        const { server, load, rounds } = running[name]
        const cpuBeforeMs = await cpuTimeMs(server.pid)
        const steady = await load.run(STEADY_MS, PER_SECOND)
        const cpuMs = (await cpuTimeMs(server.pid)) - cpuBeforeMs
        const most = await load.run(MOST_MS, 'most')
        for (const { sent, delivered } of [steady, most])
          if (sent !== delivered) throw new Error(`${name} delivered ${delivered} of ${sent} messages`)
        if (round >= 0)
          rounds.push({ cpuMicros: (cpuMs * 1000) / steady.delivered, perSecond: (most.delivered * 1000) / most.elapsedMs })
      }
    }
    return figuresOf(Object.fromEntries(names.map((name) => [name, running[name].rounds])) as Record<Name, Round[]>)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

function figuresOf(rounds: Record<Name, Round[]>): Figure[] {
  const cpuOf = (name: Name) => median(rounds[name].map(({ cpuMicros }) => cpuMicros))
  const speedOf = (name: Name) => median(rounds[name].map(({ perSecond }) => perSecond)).toFixed(0)
  const ratio = median(rounds.kismet.map(({ cpuMicros }, n) => cpuMicros / (rounds.bare[n]?.cpuMicros ?? Number.NaN)))
  return [
    {
      what: `Server CPU per delivered message at ${PER_SECOND} a second, to a bare hibernating object with both sockets`,
      measured: `${ratio.toFixed(2)} × (${names.map((name) => `${name} ${cpuOf(name).toFixed(0)} µs`).join(', ')})`,
      target: `≤ ${MAX_RATIO} ×`,
      met: ratio <= MAX_RATIO,
    },
    {
      what: `Deliveries a second with one message of each of ${PAIRS * 2} members under way`,
      measured: names.map((name) => `${name} ${speedOf(name)}`).join(', '),
      target: 'none',
      met: true,
    },
  ]
}
