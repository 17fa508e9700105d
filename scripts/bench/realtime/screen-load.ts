import { performance } from 'node:perf_hooks'
import type { OutboxStore } from '#client/realtime/outbox/outbox-store.ts'
import { createDelivery } from '#client/realtime/outbox/deliver.ts'
import { createOutbox } from '#client/realtime/outbox/outbox.ts'
import { createRealtime, type RealtimeClient } from '#client/realtime/realtime.ts'
import type { Member } from './dialects.ts'

export type ScreenOrder = { port: number; members: Member[]; warmUpMs: number; forMs: number; perSecond: number }
export type ScreenResult = { sent: number; lost: number; latenciesMs: number[]; behindMs: number }

/**
 * Many members, each with the product's own client, in a separate process. A latency runs from the call that sends to the call
 * that shows the message to the other member. It includes two hops over the network, one object and its commit.
 */
const tickMs = 2
const lastWordsMs = 10_000
const text = 'A message of about the usual length, which says where to meet and when.'

/** Node's WebSocket accepts headers, as a browser adds its cookie and its Origin. */
const NodeWebSocket = WebSocket as unknown as new (url: string, init: { headers: Record<string, string> }) => WebSocket

const under = new Map<string, number>()
const latenciesMs: number[] = []

/** A browser without storage, whose cost must not count as the server's. */
const noStorage: OutboxStore = {
  list: async () => [],
  add: () => Promise.reject(new Error('no storage')),
  change: () => Promise.reject(new Error('no storage')),
  remove: () => Promise.reject(new Error('no storage')),
  close() {},
}

/** A page posts to its own address; Node has none. */
function postTo(port: number, headers: Record<string, string>): typeof fetch {
  return (path, init) =>
    fetch(new URL(String(path), `http://127.0.0.1:${port}`), { ...init, headers: { ...init?.headers, ...headers } })
}

async function open(port: number, { id, conversation, token, channelToken }: Member): Promise<RealtimeClient> {
  const headers = { Authorization: `Bearer ${token}`, Origin: `http://127.0.0.1:${port}` }
  const realtime = createRealtime({
    memberId: id,
    config: { wssURL: `ws://127.0.0.1:${port}/realtime`, textKey: '', saltLength: 1 },
    createOutbox: (deps) =>
      createOutbox({
        ...deps,
        store: noStorage,
        delivery: createDelivery({ ask: deps.ask, fetch: postTo(port, headers) }),
        noteKept() {},
        joinTabs: () => ({ alone: (_, work) => work(), broadcast() {}, close() {} }),
      }),
    onStranger() {},
    transports: { load: async () => {}, open: (_, url) => new NodeWebSocket(url, { headers }) },
    tokens: { get: async () => channelToken, drop: () => {} },
    isOffline: () => false,
    page: new EventTarget(),
  })
  const { promise: isJoined, resolve } = Promise.withResolvers<void>()
  realtime.onJoined((channel) => {
    if (channel === `presence-conversation.${conversation}`) resolve()
  })
  realtime.join(`private-member.${id}`)
  realtime.follow(`presence-conversation.${conversation}`, null, {
    onMessages(messages) {
      for (const { cid, from } of messages) {
        const sentAt = from === id ? undefined : under.get(cid)
        if (sentAt === undefined) continue
        under.delete(cid)
        latenciesMs.push(performance.now() - sentAt)
      }
    },
    onReset() {},
    onEvent() {},
    onRefused() {},
  })
  await isJoined
  return realtime
}

async function run({ port, members, warmUpMs, forMs, perSecond }: ScreenOrder): Promise<ScreenResult> {
  const clients = await Promise.all(members.map((member) => open(port, member)))
  let sent = 0
  /** The delay of the latest message: a generator that cannot keep up would measure itself. */
  let behindMs = 0
  const talk = async (ms: number) => {
    const startedAt = performance.now()
    sent = 0
    while (performance.now() - startedAt < ms) {
      const elapsedMs = performance.now() - startedAt
      for (; sent < (elapsedMs * perSecond) / 1000; sent++) {
        const index = sent % clients.length
        const { conversation = '' } = members[index] ?? {}
        behindMs = Math.max(behindMs, elapsedMs - (sent * 1000) / perSecond)
        const cid = crypto.randomUUID()
        under.set(cid, performance.now())
        void clients[index]?.outbox.add(`presence-conversation.${conversation}`, { text }, cid)
      }
      await new Promise((resolve) => setTimeout(resolve, tickMs))
    }
    const endedAt = performance.now()
    while (under.size > 0 && performance.now() - endedAt < lastWordsMs)
      await new Promise((resolve) => setTimeout(resolve, tickMs))
  }
  await talk(warmUpMs)
  // What the warm-up left behind must not count as lost.
  under.clear()
  latenciesMs.length = 0
  behindMs = 0
  await talk(forMs)
  for (const client of clients) client.stop()
  return { sent, lost: under.size, latenciesMs, behindMs }
}

process.once('message', async (order: ScreenOrder) => {
  process.send?.(await run(order), () => process.exit(0))
})
