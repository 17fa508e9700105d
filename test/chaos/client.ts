import { sessionActions } from '#features/auth/contract.ts'
import type { IDBFactory } from 'fake-indexeddb'
import { openOutboxStore } from '#client/realtime/outbox/outbox-store.ts'
import { joinOutboxTabs } from '#client/realtime/outbox/outbox-tabs.ts'
import { createOutbox } from '#client/realtime/outbox/outbox.ts'
import { createRealtime, type RealtimeClient } from '#client/realtime/realtime.ts'
import { createTokenSource, SignedOutError } from '#client/realtime/connection/token-source.ts'
import type { TextCipherConfig } from '#shared/realtime/text-cipher.ts'
import {
  readFrames,
  channelName,
  isEvent,
  timings,
  type Answer,
  type Request,
  type SendData,
  type ServerEvent,
  type Since,
} from '#shared/realtime/wire.ts'
import type { Session } from '../../scripts/bench/realtime/people.ts'
import { Changer, type Change } from './changer.ts'
import type { Line } from './network/line.ts'
import type { Press } from './press.ts'
import { Reader } from './reader.ts'
import { Screen } from './screen.ts'
import { nodeTransports } from './network/transports.ts'
import type { MemberJoinData } from '#features/chat/contract.ts'

export type Typed = { cid: string; conversation: string; text: string }
export type Acknowledged = Typed & { seq: number }
type SendRequest = Extract<Request, { type: 'message:send' }>

/** What tabs share: the storage, and through it the messages that wait. */
export type Browser = { storage: IDBFactory }

type ClientOptions = {
  session: Session
  browser: Browser
  line: Line
  conversations: readonly string[]
  cipher: TextCipherConfig
  /** Comes between the client and its connection, see `forgetful`. */
  wrap?: (socket: WebSocket) => WebSocket
}

/** The product's own client over one line, with notes of what a person at it would have typed and seen. */
export class ChaosClient {
  readonly session: Session
  readonly line: Line
  /** By conversation; an encounter's is added when its page opens. */
  readonly screens = new Map<string, Screen>()
  readonly typed: Typed[] = []
  readonly acknowledged: Acknowledged[] = []
  /** The transport of every connection that came to be open. */
  readonly opened: ('websocket' | 'polling')[] = []
  lastFrameAt = 0
  /** Sockets straight to conversations that came to be open. */
  directs = 0
  /** What its badge shows; null before it was told. */
  unread: number | null = null
  /** Conversation → when the last frame about it came. */
  readonly heardAt = new Map<string, number>()
  /** Conversations whose end was answered; nothing is expected of them. */
  readonly ended = new Set<string>()
  /** When the answer to its signing out was there. */
  signedOutAt: number | null = null
  /** True when the last connection is over, which a browser says by an event. */
  isClosed = false
  /** For calls over its line. */
  readonly press: Press
  readonly #page = new EventTarget()
  readonly #realtime: RealtimeClient
  readonly #changer: Changer
  readonly #reader: Reader
  readonly #joined = new Set<string>()
  /** Channels with an open socket straight to their conversation: they stay joined when the other connection breaks. */
  readonly #straight = new Map<string, WebSocket>()
  #isStopped = false

  constructor({ session, browser, line, conversations, cipher, wrap = (socket) => socket }: ClientOptions) {
    this.session = session
    this.line = line
    const origin = `http://127.0.0.1:${line.port}`
    // A getter, because a long run renews the session's token.
    const headers = {
      get Authorization() {
        return `Bearer ${session.token}`
      },
      Origin: origin,
    }
    const config = { wssURL: `${origin.replace('http', 'ws')}/realtime`, ...cipher }
    this.#realtime = createRealtime({
      memberId: session.member,
      config,
      createOutbox: (deps) =>
        createOutbox({
          ...deps,
          noteKept: () => {},
          store: openOutboxStore(session.member, browser.storage),
          // Named after the session, because another device of this process is no other tab.
          joinTabs: (_, onNews) => joinOutboxTabs(session.sid, onNews),
        }),
      onStranger: () => {},
      transports: nodeTransports({
        origin,
        config,
        headers,
        page: this.#page,
        wrap: (socket, transport) => wrap(this.#watch(socket, transport)),
      }),
      tokens: createTokenSource({ fetchToken: () => fetchToken(origin, headers) }),
      isOffline: () => false,
      // So that second sockets are cut again and again.
      restMs: 250,
      page: this.#page,
    })
    this.press = { origin, headers, isOver: () => this.signedOutAt !== null || this.#isStopped }
    const ports = {
      member: session.member,
      origin,
      headers,
      shown: (conversation: string) => this.screens.get(conversation)?.messages ?? [],
      isOver: (conversation: string) => this.press.isOver() || this.ended.has(conversation),
    }
    this.#changer = new Changer({ ...ports, acknowledged: () => this.acknowledged })
    const markRead = (conversation: string, place: number) =>
      this.#realtime.markRead(channelName.conversation(conversation), place)
    this.#reader = new Reader({ ...ports, markRead })
    this.#realtime.join(channelName.member(session.member))
    this.#realtime.onJoined((channel, data) => {
      this.#joined.add(channel)
      const { summary } = (data ?? {}) as Partial<MemberJoinData>
      if (channel === channelName.member(session.member) && summary) this.unread = summary.unread
    })
    this.#realtime.onEvent((event) => {
      if (isEvent(event, 'inbox')) this.unread = event.data.totalUnread
    })
    for (const id of conversations) this.open(id, new Screen([session.member]), null)
  }

  /** Shows a conversation, from `since` on, until its end is known. */
  open(conversation: string, screen: Screen, since: Since | null): void {
    this.screens.set(conversation, screen)
    this.#realtime.follow(channelName.conversation(conversation), since, screen.listener)
  }

  /** Calls back with every event of a joined channel, and whenever the member's own channel was joined. */
  listen(onEvent: (event: ServerEvent) => void, onJoined: () => void): void {
    this.#realtime.onEvent(onEvent)
    this.#realtime.onJoined((channel) => channel === channelName.member(this.session.member) && onJoined())
  }

  /** Notes what the connection carries. */
  #watch(socket: WebSocket, transport: 'websocket' | 'polling'): WebSocket {
    // The one straight to a conversation comes and goes beside the first one.
    const [, direct] = /\/conversations\/([\w-]+)/.exec(socket.url ?? '') ?? []
    const straight = direct === undefined ? null : channelName.conversation(direct)
    if (straight !== null) {
      socket.addEventListener('close', () => {
        // Another one may be open already.
        if (this.#straight.get(straight) !== socket) return
        this.#straight.delete(straight)
        this.#joined.delete(straight)
      })
    } else {
      this.isClosed = false
      socket.addEventListener('close', () => (this.isClosed = true))
    }
    const asked = new Map<number, SendRequest>()
    const send = socket.send.bind(socket)
    socket.send = (data) => {
      const frame: Request | null = data === 'ping' ? null : JSON.parse(String(data))
      if (frame?.type === 'message:send') asked.set(frame.id, frame)
      send(data)
    }
    socket.addEventListener('open', () => {
      if (straight !== null) {
        this.directs += 1
        this.#straight.set(straight, socket)
        return
      }
      this.opened.push(transport)
      for (const channel of this.#joined) if (!this.#straight.has(channel)) this.#joined.delete(channel)
    })
    socket.addEventListener('message', ({ data }) => {
      this.lastFrameAt = performance.now()
      for (const frame of readFrames(String(data))) {
        if ('id' in frame) this.#noteAnswer(asked.get(frame.id), frame)
        else this.#noteEvent(frame)
      }
    })
    return socket
  }

  /** The last word on a conversation says that it is closed, and that its row is gone; both may be said again. */
  #noteEvent(event: ServerEvent): void {
    const about = event.event === 'closed' ? null : subjectOf(event)
    if (about !== null) this.heardAt.set(about, this.lastFrameAt)
  }

  #noteAnswer(request: SendRequest | undefined, answer: Answer): void {
    if (!request || answer.status !== 'success') return
    const { seq } = answer.data as SendData
    const conversation = request.channel.slice(channelName.conversation('').length)
    this.acknowledged.push({ cid: request.cid, conversation, text: request.text, seq })
  }

  type(conversation: string, text: string): void {
    const cid = crypto.randomUUID()
    this.typed.push({ cid, conversation, text })
    void this.#realtime.outbox.add(channelName.conversation(conversation), { text }, cid)
  }

  /** Takes back what could not be sent. */
  discard(conversation: string): void {
    const { outbox } = this.#realtime
    for (const { cid } of outbox.items(channelName.conversation(conversation))) outbox.discard(cid)
  }

  /** Looks at the end of a conversation. */
  read(conversation: string): void {
    this.#reader.look(conversation)
  }

  get reads() {
    return this.#reader.reads
  }

  /** Edits, takes back or reacts. */
  change(change: Change): void {
    this.#changer.make(change)
  }

  get changes() {
    return this.#changer.asked
  }

  /** Someone looks at the page again. */
  look(): void {
    this.#page.dispatchEvent(new Event('visibilitychange'))
  }

  /** What keeps it from having come to rest: connected, every channel joined, nothing left to send; null when it has. */
  get unrest(): string | null {
    const { state } = this.#realtime.getStatus()
    if (state !== 'open') return `the connection is ${state}`
    const open = [...this.screens.keys()].filter((id) => !this.ended.has(id))
    const away = open.filter((id) => !this.#joined.has(channelName.conversation(id))).length
    if (away > 0) return `${away} channels are not joined`
    const shut = [...this.ended].filter((id) => this.screens.get(id)?.isRefused === false).length
    if (shut > 0) return `${shut} screens do not know of the end`
    if (this.#changer.waiting > 0) return `${this.#changer.waiting} changes wait`
    if (this.#reader.waiting > 0) return `${this.#reader.waiting} read marks wait`
    const waiting = open.flatMap((id) => this.#realtime.outbox.items(channelName.conversation(id)))
    if (waiting.length === 0) return null
    return `${waiting.length} messages wait, the first one as ${waiting[0]?.status}`
  }

  /** Leaves as a closed page does: with a close frame, which waits for its answer. */
  stop(): void {
    this.#isStopped = true
    this.#realtime.stop()
  }
}

/** The conversation that an event tells of: on its own channel, by its row of the inbox, or by a notification. */
function subjectOf(event: ServerEvent): string | null {
  if (isEvent(event, 'inbox')) return event.data.gone ? null : event.data.conversation
  if (isEvent(event, 'notification')) return event.data.link ?? null
  return 'channel' in event ? event.channel.slice(channelName.conversation('').length) : null
}

async function fetchToken(origin: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(origin + sessionActions.realtimeToken.path, {
    headers,
    signal: AbortSignal.timeout(timings.connectTimeoutMs),
  })
  if (response.status === 401 || response.status === 403) throw new SignedOutError('The session is over')
  if (!response.ok) throw new Error(`No realtime token: ${response.status}`)
  return ((await response.json()) as { token: string }).token
}
