import { env, SELF } from 'cloudflare:test'
import { issueAccessToken } from '#features/auth/session/server/tokens/access-token.ts'
import { issueRealtimeToken } from '#features/auth/session/server/public.ts'
import { directSocketURL, tabParameter } from '#shared/realtime/direct/direct-socket.ts'
import {
  channelName,
  readFrames,
  type Answer,
  type ChannelName,
  type JoinData,
  type SendData,
  type ServerEvent,
  type Since,
  type WireMessage,
} from '#shared/realtime/wire.ts'

export const origin = 'https://kismet.localhost'
/** For busy machines: normally the awaited event comes within milliseconds. */
const patienceMs = 15_000

/** A new id, so that every test has its own members and conversations. */
export const newId = () => crypto.randomUUID().replaceAll('-', '').slice(0, 22)

type Frame = Answer | ServerEvent
/** Some members of the union share their shape and name two or more events, so this selects by one of the names. */
type EventOf<Name, Event = ServerEvent> = Event extends { event: infer Names }
  ? Name extends Names
    ? Event & { event: Name }
    : never
  : never

/** `path`: what follows `/realtime`. */
export async function upgrade(memberId: string, sid: string, headers: Record<string, string> = {}, path = ''): Promise<Response> {
  const token = await issueAccessToken(env, { sub: memberId, sid, kind: 'member' }, Date.now())
  return SELF.fetch(`${origin}/realtime${path}`, {
    headers: { upgrade: 'websocket', origin, authorization: `Bearer ${token}`, ...headers },
  })
}

/** One open connection of a member, over either transport, as in a browser. */
export abstract class LineClient {
  readonly memberId: string
  readonly sid: string
  /** Every frame so far, in the order of arrival. */
  readonly frames: Frame[] = []
  abstract readonly closed: Promise<{ code: number; reason: string }>
  readonly #waiting = new Set<() => void>()
  #lastId = 0

  constructor(memberId: string, sid: string) {
    this.memberId = memberId
    this.sid = sid
  }

  abstract sendRaw(text: string): void

  protected take(frame: Frame): void {
    this.frames.push(frame)
    for (const wake of this.#waiting) wake()
  }

  /** Sends a request and waits for its answer. */
  async request(request: Record<string, unknown>): Promise<Answer> {
    const id = ++this.#lastId
    this.sendRaw(JSON.stringify({ id, ...request }))
    return this.answerTo(id)
  }

  answerTo(id: number): Promise<Answer> {
    return this.until(() => this.frames.find((frame): frame is Answer => 'id' in frame && frame.id === id), `answer ${id}`)
  }

  token(): Promise<string> {
    return issueRealtimeToken(env, { sub: this.memberId, sid: this.sid }, Date.now())
  }

  async join(channel: ChannelName, since?: Since): Promise<Answer> {
    return this.request({ type: 'channel:join', channel, auth: { token: await this.token() }, since })
  }

  /** Joins a conversation and expects success. */
  async enter(conversation: string, since?: Since): Promise<JoinData> {
    return dataOf<JoinData>(await this.join(channelName.conversation(conversation), since))
  }

  async leave(channel: ChannelName): Promise<Answer> {
    return this.request({ type: 'channel:leave', channel, auth: { token: await this.token() } })
  }

  async say(conversation: string, text: string, cid = newId()): Promise<SendData> {
    return dataOf<SendData>(
      await this.request({ type: 'message:send', channel: channelName.conversation(conversation), cid, text }),
    )
  }

  events<Name extends ServerEvent['event']>(name: Name): EventOf<Name>[] {
    return this.frames.filter((frame): frame is EventOf<Name> => 'event' in frame && frame.event === name)
  }

  messages(): WireMessage[] {
    return this.events('message').map((event) => event.data)
  }

  /** Waits until `look` returns something, trying again at each frame; fails with `what` after some seconds. */
  async until<Found>(look: () => Found | undefined | null | false, what: string): Promise<Found> {
    const { promise, resolve, reject } = Promise.withResolvers<Found>()
    const attempt = () => {
      const found = look()
      if (found) resolve(found)
    }
    const timer = setTimeout(
      () => reject(new Error(`Waited in vain for: ${what}; got ${JSON.stringify(this.frames).slice(0, 2000)}`)),
      patienceMs,
    )
    this.#waiting.add(attempt)
    attempt()
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(attempt)
    }
  }

  /** Sends `ping` and waits for the object's automatic response. */
  async heads(): Promise<Record<string, number>> {
    const before = this.events('pong').length
    this.sendRaw('ping')
    return (await this.until(() => this.events('pong')[before], 'pong')).data
  }
}

/** A connection over a WebSocket. */
export class RealtimeClient extends LineClient {
  readonly socket: WebSocket
  readonly closed: Promise<{ code: number; reason: string }>

  constructor(memberId: string, sid: string, socket: WebSocket) {
    super(memberId, sid)
    this.socket = socket
    const { promise, resolve } = Promise.withResolvers<{ code: number; reason: string }>()
    this.closed = promise
    socket.addEventListener('close', ({ code, reason }) => {
      // A WebSocketPair closes only after its other half has closed.
      socket.close()
      resolve({ code, reason })
    })
    socket.addEventListener('message', ({ data }) => readFrames(String(data)).forEach((frame) => this.take(frame)))
    socket.accept()
  }

  override sendRaw(text: string | ArrayBuffer): void {
    this.socket.send(text)
  }
}

export function dataOf<Data>(answer: Answer): Data {
  if (answer.status !== 'success') throw new Error(`Refused: ${answer.code} ${answer.message}`)
  return answer.data as Data
}

/** `tab`: the page that it belongs to, if it names one. */
export async function connect(memberId: string, sid = newId(), tab?: string): Promise<RealtimeClient> {
  const response = await upgrade(memberId, sid, {}, tab === undefined ? '' : `?${tabParameter}=${tab}`)
  if (!response.webSocket) throw new Error(`No socket: ${response.status} ${await response.text()}`)
  return new RealtimeClient(memberId, sid, response.webSocket)
}

/** Opens a socket straight to a conversation. `tab`: the page that it belongs to. */
export async function connectDirectly(
  memberId: string,
  conversation: string,
  sid = newId(),
  tab = newId(),
): Promise<RealtimeClient> {
  const path = `${directSocketURL('', conversation, memberId)}&${tabParameter}=${tab}`
  const response = await upgrade(memberId, sid, {}, path)
  if (!response.webSocket) throw new Error(`No socket: ${response.status} ${await response.text()}`)
  return new RealtimeClient(memberId, sid, response.webSocket)
}

/** A page: its first connection in the member's own channel, and its second one in the conversation. */
export async function openPage(member: string, conversation: string, sid = newId()) {
  const tab = newId()
  const first = await connect(member, sid, tab)
  await first.join(channelName.member(member))
  const direct = await connectDirectly(member, conversation, sid, tab)
  await direct.enter(conversation)
  return { first, direct, sid, tab }
}

export type Pair = { conversation: string; anna: string; ben: string }

/** Two members with an open conversation. */
export async function openPair(): Promise<Pair> {
  const pair = { conversation: newId(), anna: newId(), ben: newId() }
  await env.CONVERSATION.getByName(pair.conversation).open({ kind: 'direct', members: [pair.anna, pair.ben], at: Date.now() })
  return pair
}

/** Polls for a condition outside the frames; fails with `what` after some seconds, even while the test's clock stands still. */
export async function eventually<Found>(look: () => Promise<Found | undefined | null | false>, what: string): Promise<Found> {
  for (let leftMs = patienceMs; leftMs > 0; leftMs -= 10) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`Waited in vain for: ${what}`)
}
