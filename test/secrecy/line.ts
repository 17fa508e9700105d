import { realtimeActions } from '#features/member-hub/contract.ts'
import { PollingSocket } from '#client/realtime/connection/polling-socket.ts'
import { createTextCipher } from '#shared/realtime/text-cipher.ts'
import {
  channelName,
  packedParameter,
  readFrames,
  type Answer,
  type ChannelName,
  type PollAnswer,
  type ServerFrame,
} from '#shared/realtime/wire.ts'
import type { SecrecyServer } from './server.ts'

export type Transport = 'websocket' | 'polling'

type LineOptions = {
  server: SecrecyServer
  transport: Transport
  /** What a browser adds by itself. */ headers: Record<string, string>
}

/** Node's WebSocket takes headers. */
const NodeWebSocket = WebSocket as unknown as new (url: string, init: { headers: Record<string, string> }) => WebSocket

const patienceMs = 20_000

/** A member's line to the server, and everything that came over it. */
export class Line {
  /** Letter by letter: what a WebSocket brought, or each numbered frame of a call's answer. */
  readonly texts: string[] = []
  /** Frame by frame, as the reader has them. */
  readonly frames: ServerFrame[] = []
  readonly #socket: WebSocket
  readonly #waiting = new Set<() => void>()
  #lastId = 0

  constructor({ server, transport, headers }: LineOptions) {
    this.#socket =
      transport === 'polling'
        ? (new PollingSocket(createTextCipher(server.cipher), (init) =>
            this.#poll(server, init, headers),
          ) as EventTarget as WebSocket)
        : new NodeWebSocket(`${server.origin.replace('http', 'ws')}/realtime?${packedParameter}`, { headers })
    this.#socket.addEventListener('message', ({ data }: MessageEvent) => {
      if (transport === 'websocket') this.texts.push(String(data))
      this.frames.push(...readFrames(String(data)))
      for (const wake of this.#waiting) wake()
    })
  }

  async #poll({ origin }: SecrecyServer, init: RequestInit, headers: Record<string, string>): Promise<Response> {
    const answer = await fetch(origin + realtimeActions.poll.path, { ...init, headers: { ...init.headers, ...headers } })
    const text = await answer.text()
    for (const frame of (JSON.parse(text) as PollAnswer).frames) {
      const written = JSON.stringify(frame)
      // What was read and is written again must be what came.
      if (!text.includes(written)) throw new Error(`Written otherwise: ${text}`)
      if (frame.n > this.texts.length) this.texts.push(written)
    }
    return new Response(text, answer)
  }

  async open(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#socket.addEventListener('open', () => resolve())
    this.#socket.addEventListener('close', ({ code, reason }) => reject(new Error(`Closed: ${code} ${reason}`)))
    await promise
  }

  close(): void {
    this.#socket.close()
  }

  send(text: string): void {
    this.#socket.send(text)
  }

  /** Sends a request and waits for its answer. */
  async request(request: Record<string, unknown>): Promise<Answer> {
    const id = ++this.#lastId
    this.send(JSON.stringify({ id, ...request }))
    const isAnswer = (frame: ServerFrame): frame is Answer => 'id' in frame && frame.id === id
    await this.until(`answer ${id}`, () => this.frames.some(isAnswer))
    return this.frames.find(isAnswer) as Answer
  }

  async join(channel: ChannelName, token: string): Promise<void> {
    const answer = await this.request({ type: 'channel:join', channel, auth: { token } })
    if (answer.status === 'error') throw new Error(`${channel}: ${answer.code}`)
  }

  say(encounter: string, cid: string, text: string): Promise<Answer> {
    return this.request({ type: 'message:send', channel: channelName.conversation(encounter), cid, text })
  }

  /** Waits until it holds, looking again at each frame. */
  async until(what: string, holds: () => boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const look = () => holds() && resolve()
    const fail = () => reject(new Error(`Waited in vain for ${what}; got ${JSON.stringify(this.frames.slice(-12))}`))
    const timer = setTimeout(fail, patienceMs)
    this.#waiting.add(look)
    look()
    try {
      await promise
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(look)
    }
  }
}
