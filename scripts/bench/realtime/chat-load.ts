import { performance } from 'node:perf_hooks'
import { cidOf, dialects, type DialectName, type Member } from './dialects.ts'
import { openWebSocket, type WebSocketClient } from './web-socket.ts'

export type LoadOrder =
  | { order: 'connect'; dialect: DialectName; port: number; members: Member[] }
  /** Either at a steady pace, or with one message of each member always in flight. */
  | { order: 'run'; forMs: number; perSecond: number | 'most' }

export type LoadResult = { sent: number; delivered: number; elapsedMs: number }

type Speaker = { member: Member; socket: WebSocketClient; said: number }

/** Sends messages as many members, in a separate process (`openChatLoad`). */
const text = 'A message of about the usual length, which says where to meet and when.'
const tickMs = 5
const lastWordsMs = 5_000

let speakers: Speaker[] = []
let dialect = dialects.kismet
/** Messages in flight: the receiver of each, by `cid`. */
const under = new Map<string, Speaker>()
let delivered = 0
let onDelivered: (speaker: Speaker) => void = () => {}

function say(speaker: Speaker): void {
  const n = speaker.said++
  under.set(cidOf(n, speaker.member), speaker)
  speaker.socket.send(dialect.say(n, text, speaker.member))
}

async function open(port: number, member: Member): Promise<Speaker> {
  const { promise: isReady, resolve } = Promise.withResolvers<void>()
  let socket: WebSocketClient | undefined
  const onText = (frame: string) => {
    if (dialect.isReady(frame)) resolve()
    for (const answer of dialect.greet(frame, member)) socket?.send(answer)
    for (const cid of dialect.heard(frame, member)) {
      const speaker = under.get(cid)
      if (!speaker) continue
      under.delete(cid)
      delivered += 1
      onDelivered(speaker)
    }
  }
  const early: string[] = []
  await openBeside(port, member)
  let take = (frame: string): void => {
    early.push(frame)
  }
  socket = await openWebSocket(dialect.address(port, member), (frame) => take(frame))
  take = onText
  for (const frame of ['', ...early]) onText(frame)
  await isReady
  return { member, socket, said: 0 }
}

async function openBeside(port: number, member: Member): Promise<void> {
  const beside = dialect.beside?.(port, member)
  if (!beside) return
  const { promise: isReady, resolve } = Promise.withResolvers<void>()
  const socket = await openWebSocket(beside.address, (frame) => frame.includes('"status":"success"') && resolve())
  for (const frame of beside.greet) socket.send(frame)
  await isReady
}

async function run(forMs: number, perSecond: number | 'most'): Promise<LoadResult> {
  const before = speakers.reduce((total, { said }) => total + said, 0)
  delivered = 0
  const startedAt = performance.now()
  const isOver = () => performance.now() - startedAt >= forMs
  if (perSecond === 'most') {
    onDelivered = (speaker) => {
      if (!isOver()) say(speaker)
    }
    speakers.forEach(say)
    await new Promise((resolve) => setTimeout(resolve, forMs))
  } else {
    onDelivered = () => {}
    let sent = 0
    while (!isOver()) {
      const due = Math.floor(((performance.now() - startedAt) * perSecond) / 1000)
      for (; sent < due; sent++) say(speakers[sent % speakers.length] as Speaker)
      await new Promise((resolve) => setTimeout(resolve, tickMs))
    }
  }
  const elapsedMs = performance.now() - startedAt
  while (under.size > 0 && performance.now() - startedAt < elapsedMs + lastWordsMs)
    await new Promise((resolve) => setTimeout(resolve, tickMs))
  return { sent: speakers.reduce((total, { said }) => total + said, 0) - before, delivered, elapsedMs }
}

process.on('message', async (order: LoadOrder) => {
  if (order.order === 'connect') {
    dialect = dialects[order.dialect]
    for (const member of order.members) speakers.push(await open(order.port, member))
    process.send?.(null)
  } else {
    process.send?.(await run(order.forMs, order.perSecond))
  }
})
process.once('disconnect', () => process.exit(0))
