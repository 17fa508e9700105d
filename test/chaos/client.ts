import { IDBFactory } from 'fake-indexeddb'
import { openOutboxStore } from '#client/realtime/outbox-store.ts'
import { createOutbox } from '#client/realtime/outbox.ts'
import { createRealtime, type RealtimeClient } from '#client/realtime/realtime.ts'
import { createTokenSource, SignedOutError } from '#client/realtime/token-source.ts'
import { apiPaths } from '#shared/api-paths.ts'
import { channelName, timings, type Answer, type Request, type SendData, type ServerFrame } from '#shared/wire.ts'
import type { Line } from './line.ts'
import { Screen } from './screen.ts'
import type { Session } from './server.ts'

export type Typed = { cid: string; conversation: string; text: string }
export type Acknowledged = Typed & { seq: number }

type ClientOptions = {
  session: Session
  line: Line
  conversations: readonly string[]
  /** Comes between the client and its connection, see `forgetful`. */
  wrap?: (socket: WebSocket) => WebSocket
}

/** Node's WebSocket takes headers, as a browser adds its cookie and its Origin. */
const NodeWebSocket = WebSocket as unknown as new (url: string, init: { headers: Record<string, string> }) => WebSocket

/** The product's own client over one line, with notes of what a person at it would have typed and seen. */
export class ChaosClient {
  readonly session: Session
  readonly line: Line
  readonly screens: ReadonlyMap<string, Screen>
  readonly typed: Typed[] = []
  readonly acknowledged: Acknowledged[] = []
  /** Connections that came to be open, the first one included. */
  opened = 0
  lastFrameAt = 0
  /** When the answer to its signing out was there. */
  signedOutAt: number | null = null
  #socket: WebSocket | null = null
  readonly #realtime: RealtimeClient
  readonly #joined = new Set<string>()

  constructor({ session, line, conversations, wrap = (socket) => socket }: ClientOptions) {
    this.session = session
    this.line = line
    const origin = `http://127.0.0.1:${line.port}`
    const headers = { Authorization: `Bearer ${session.token}`, Origin: origin }
    this.#realtime = createRealtime({
      memberId: session.member,
      config: { wssURL: `${origin.replace('http', 'ws')}/realtime`, textKey: '', saltLength: 0 },
      // A browser of its own with one tab, and nobody else in it.
      createOutbox: (deps) =>
        createOutbox({
          ...deps,
          noteKept: () => {},
          store: openOutboxStore(session.member, new IDBFactory()),
          joinTabs: () => ({ alone: (_, work) => work(), tell: () => {}, close: () => {} }),
        }),
      onStranger: () => {},
      // Always a WebSocket: whose turn it is in the browser does not matter here.
      transports: {
        load: async () => {},
        open: (_, url) => wrap(this.#watch(new NodeWebSocket(url, { headers }))),
      },
      tokens: createTokenSource({ fetchToken: () => fetchToken(origin, headers) }),
    })
    this.#realtime.join(channelName.member(session.member))
    this.#realtime.onJoined((channel) => void this.#joined.add(channel))
    this.screens = new Map(conversations.map((id) => [id, new Screen(session.member)]))
    for (const [id, screen] of this.screens) this.#realtime.follow(channelName.conversation(id), null, screen.listener)
  }

  /** Notes what the connection carries. */
  #watch(socket: WebSocket): WebSocket {
    this.#socket = socket
    const asked = new Map<number, Extract<Request, { type: 'message:send' }>>()
    const send = socket.send.bind(socket)
    socket.send = (data) => {
      const frame: Request | null = data === 'ping' ? null : JSON.parse(String(data))
      if (frame?.type === 'message:send') asked.set(frame.id, frame)
      send(data)
    }
    socket.addEventListener('open', () => {
      this.opened += 1
      this.#joined.clear()
    })
    socket.addEventListener('message', ({ data }) => {
      this.lastFrameAt = performance.now()
      const frame: ServerFrame = JSON.parse(String(data))
      if ('id' in frame) this.#noteAnswer(asked.get(frame.id), frame)
    })
    return socket
  }

  #noteAnswer(request: Extract<Request, { type: 'message:send' }> | undefined, answer: Answer): void {
    if (!request || answer.status !== 'success') return
    const { seq } = answer.data as SendData
    const conversation = request.channel.slice(channelName.conversation('').length)
    this.acknowledged.push({ cid: request.cid, conversation, text: request.text, seq })
  }

  type(conversation: string, text: string): void {
    const cid = crypto.randomUUID()
    void this.#realtime.outbox.add(channelName.conversation(conversation), { text }, cid)
    this.typed.push({ cid, conversation, text })
  }

  /** Connected, every channel joined, nothing left to send. */
  get isSettled(): boolean {
    return this.#realtime.getStatus().state === 'open' && this.#joined.size === this.screens.size + 1 && this.unsent.length === 0
  }

  get unsent(): Typed[] {
    const acknowledged = new Set(this.acknowledged.map(({ cid }) => cid))
    return this.typed.filter(({ cid }) => !acknowledged.has(cid))
  }

  /** Leaves as a closed page does: with a close frame, which waits for its answer. */
  stop(): void {
    this.#realtime.stop()
  }

  get isClosed(): boolean {
    return this.#socket?.readyState === WebSocket.CLOSED
  }
}

async function fetchToken(origin: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(origin + apiPaths.realtimeToken, {
    headers,
    signal: AbortSignal.timeout(timings.connectTimeoutMs),
  })
  if (response.status === 401 || response.status === 403) throw new SignedOutError('The session is over')
  if (!response.ok) throw new Error(`No realtime token: ${response.status}`)
  return ((await response.json()) as { token: string }).token
}
