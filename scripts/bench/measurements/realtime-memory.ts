import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeMemoryDir } from '../memory-dir.ts'
import type { Member } from '../realtime/dialects.ts'
import type { IdleOrder } from '../realtime/idle-load.ts'
import { startBareRooms, startKismet, type ChatServer } from '../realtime/servers.ts'
import type { Figure } from '../report.ts'

const PAIRS = 2_000
/** workerd evicts an object after 10 s without an event; the remaining time is for garbage collection. */
const SETTLE_MS = 40_000
const MAX_RATIO = 1.3

const servers = { kismet: startKismet, bare: startBareRooms }
type Name = keyof typeof servers
const names = Object.keys(servers) as Name[]

/** The server's memory per idle, connected member once their objects hibernate. */
export async function measureRealtimeMemory(): Promise<Figure[]> {
  const bytes = { kismet: await bytesPerMember('kismet'), bare: await bytesPerMember('bare') }
  const ratio = bytes.kismet / bytes.bare
  const measured = names.map((name) => `${name} ${(bytes[name] / 1000).toFixed(1)} KB`).join(', ')
  return [
    {
      what: `Memory per idle connected member (of ${PAIRS * 2}), to a bare hibernatable socket in an object of two`,
      measured: `${ratio.toFixed(2)} × (${measured})`,
      target: `≤ ${MAX_RATIO} ×`,
      met: ratio <= MAX_RATIO,
    },
  ]
}

/** Measures the growth of the second half, because the first half fills free memory and includes one-time costs. */
async function bytesPerMember(name: Name): Promise<number> {
  const dir = await makeMemoryDir('kismet-bench-')
  try {
    await using server = await servers[name](dir, PAIRS)
    const half = server.members.length / 2
    await using connected = new AsyncDisposableStack()
    const connect = async (members: Member[]): Promise<number> => {
      const child = fork(join(import.meta.dirname, '../realtime/idle-load.ts'))
      connected.defer(() => child.disconnect())
      child.send({ dialect: name, port: server.port, members } satisfies IdleOrder)
      await once(child, 'message')
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
      return residentBytes(server)
    }
    const before = await connect(server.members.slice(0, half))
    return ((await connect(server.members.slice(half))) - before) / half
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function residentBytes({ pid }: ChatServer): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}
