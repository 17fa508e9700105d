import { performance } from 'node:perf_hooks'
import { openConnection, type Connection } from '../connection.ts'
import { openWebSocket } from '../realtime/web-socket.ts'
import type { Waiter } from './servers.ts'

export type BurstOrder = { order: 'connect'; port: number; waiters: Waiter[] } | { order: 'burst'; withinMs: number }

/** `times`: from the time at which a join was due to the event on the member's own socket (ms). */
export type Burst = { times: number[]; unpaired: number }

const patienceMs = 30_000
const connections = 128
const tickMs = 5

let waiters: Waiter[] = []
let pool: Connection[] = []
const dueAt = new Map<string, number>()
let times: number[] = []

/** Connects members and lets them all join at once, in a separate process (`openBurstLoad`). */
async function open(port: number, waiter: Waiter): Promise<void> {
  const { promise: isReady, resolve } = Promise.withResolvers<void>()
  const socket = await openWebSocket({ port, path: waiter.path, headers: waiter.headers }, (frame) => {
    if (frame.includes('"status":"success"')) resolve()
    if (frame.includes('"state":"paired"')) notePaired(waiter)
  })
  if (waiter.greeting === '') return
  socket.send(waiter.greeting)
  await isReady
}

function notePaired({ id }: Waiter): void {
  const due = dueAt.get(id)
  if (due === undefined) return
  dueAt.delete(id)
  times.push(performance.now() - due)
}

async function burst(withinMs: number): Promise<Burst> {
  times = []
  dueAt.clear()
  const queue = waiters.map((waiter, index) => ({ waiter, atMs: (index * withinMs) / waiters.length }))
  const startedAt = performance.now()
  for (const { waiter, atMs } of queue) dueAt.set(waiter.id, startedAt + atMs)
  const work = pool.map(async (connection) => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const waitMs = startedAt + next.atMs - performance.now()
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
      await connection.send(`POST ${next.waiter.joinPath} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n`)
    }
  })
  await Promise.all(work)
  while (dueAt.size > 0 && performance.now() - startedAt < patienceMs) await new Promise((resolve) => setTimeout(resolve, tickMs))
  return { times, unpaired: dueAt.size }
}

process.on('message', async (order: BurstOrder) => {
  if (order.order === 'connect') {
    waiters = order.waiters
    for (const waiter of waiters) await open(order.port, waiter)
    pool = await Promise.all(Array.from({ length: connections }, () => openConnection(order.port)))
    process.send?.(null)
  } else {
    process.send?.(await burst(order.withinMs))
  }
})
process.once('disconnect', () => process.exit(0))
