import type { Seat } from '#features/encounters/contract.ts'
import { originHeader, packedHeader, sessionHeader } from '#features/member-hub/server/upgrade.ts'
import {
  channelName,
  isEvent,
  readFrames,
  type Answer,
  type AnonymousEvent,
  type BlindDateEvent,
  type ServerFrame,
} from '#shared/realtime/wire.ts'
import type { Runtime } from './machine/runtime.ts'
import type { SocketLine } from './machine/socket.ts'

/** Where a tab shows its member. */
export type View = { state: 'free' } | { state: 'waiting' } | { state: 'paired'; id: string; phase: string }

export type TabDeps = {
  runtime: Runtime
  member: string
  sid: string
  token(): Promise<string>
  /** The tab shows two encounters with no end of the first in between. */
  onShownTwo(): void
  /** Its connection broke. */
  onBroken(): void
}

const requestTimeoutMs = 20_000

/** One tab of a member's browser: a WebSocket, what came over it, and the view that follows. */
export class Tab {
  view: View = { state: 'free' }
  /** The encounter whose channel it has joined. */
  room: string | null = null
  readonly #deps: TabDeps
  #line: SocketLine | null = null
  /** Of its connections, the one that it is opening or has: an older one is given up. */
  #attempt = 0
  #lastId = 0
  readonly #asked = new Map<number, (answer: Answer | null) => void>()
  /** Its line broke, and neither an event nor a load has come since: it may have missed an end. */
  #isBehind = false

  constructor(deps: TabDeps) {
    this.#deps = deps
  }

  get isConnected(): boolean {
    return this.#line !== null
  }

  /** Opens a connection and joins the member's own channel; false when that fails. */
  async connect(): Promise<boolean> {
    const { runtime, member, sid, onBroken } = this.#deps
    const headers = {
      upgrade: 'websocket',
      [sessionHeader]: sid,
      [originHeader]: 'https://kismet.localhost',
      [packedHeader]: '1',
    }
    this.#attempt += 1
    const attempt = this.#attempt
    const line = await runtime.connect(`hub ${member}`, headers)
    if (attempt !== this.#attempt) line?.close()
    if (!line || attempt !== this.#attempt) return false
    this.#line = line
    line.listener = {
      frame: (text) => this.#line === line && readFrames(text).forEach((frame) => this.#receive(frame)),
      closed: () => {
        if (this.#line !== line) return
        this.#forgetLine()
        onBroken()
      },
    }
    const isJoined = (await this.#join(channelName.member(member))) !== null
    if (!isJoined && this.#line === line) this.close()
    return isJoined && this.#line === line
  }

  close(): void {
    this.#line?.close()
    this.#forgetLine()
  }

  vanish(): void {
    this.#line?.vanish()
    this.#forgetLine()
  }

  #forgetLine(): void {
    this.#isBehind = true
    this.#attempt += 1
    this.#line = null
    this.room = null
    for (const resolve of this.#asked.values()) resolve(null)
    this.#asked.clear()
  }

  async enterRoom(id: string): Promise<void> {
    const isIn = (await this.#join(channelName.conversation(id))) !== null
    if (isIn && this.view.state === 'paired' && this.view.id === id) this.room = id
  }

  async #join(channel: string): Promise<Answer | null> {
    const answer = await this.#request({ type: 'channel:join', channel, auth: { token: await this.#deps.token() } })
    return answer?.status === 'success' ? answer : null
  }

  /** True when the message is stored. */
  async write(id: string, text: string): Promise<boolean> {
    const cid = `cid-${this.#deps.sid}-${this.#lastId}`
    const answer = await this.#request({ type: 'message:send', channel: channelName.conversation(id), cid, text })
    return answer?.status === 'success'
  }

  #request(request: object): Promise<Answer | null> {
    const line = this.#line
    if (!line) return Promise.resolve(null)
    const id = ++this.#lastId
    return new Promise((resolve) => {
      const end = (answer: Answer | null) => {
        this.#asked.delete(id)
        resolve(answer)
      }
      this.#asked.set(id, end)
      line.send(JSON.stringify({ id, ...request }))
      const { clock } = this.#deps.runtime
      clock.at(clock.now + requestTimeoutMs, () => this.#asked.has(id) && end(null))
    })
  }

  #receive(frame: ServerFrame): void {
    if (!('event' in frame)) return void this.#asked.get(frame.id)?.(frame)
    if (isEvent(frame, 'anonymous')) this.#follow(viewOfChat(frame.data, this.view))
    if (isEvent(frame, 'blind-date')) this.#follow(viewOfDate(frame.data, this.view))
    if (isEvent(frame, 'closed')) this.room = null
  }

  #follow(view: View): void {
    const before = this.view
    const showsTwo = before.state === 'paired' && view.state === 'paired' && before.id !== view.id
    if (showsTwo && !this.#isBehind) this.#deps.onShownTwo()
    this.#isBehind = false
    this.show(view)
  }

  show(view: View): void {
    if (view.state !== 'paired' || view.id !== this.room) this.room = null
    this.view = view
  }

  /** A page that was just loaded. */
  load(seat: Seat): void {
    this.#isBehind = false
    if (seat.state !== 'paired') return this.show({ state: seat.state })
    if (this.view.state === 'paired' && this.view.id === seat.id) return
    this.show({ state: 'paired', id: seat.id, phase: seat.kind === 'blind' ? 'offered' : 'talking' })
  }
}

function viewOfChat({ state, id = '' }: AnonymousEvent, before: View): View {
  if (state === 'waiting') return { state }
  if (state === 'paired') return { state, id, phase: 'talking' }
  return endOf(id, before)
}

function viewOfDate({ state, id }: BlindDateEvent, before: View): View {
  if (state === 'lobby') return { state: 'waiting' }
  if (id === null) return { state: 'free' }
  return state === 'matched' || state === 'ended' ? endOf(id, before) : { state: 'paired', id, phase: state }
}

/** The end of an encounter that the tab does not show changes nothing. */
const endOf = (id: string, before: View): View =>
  before.state === 'paired' && id !== '' && before.id !== id ? before : { state: 'free' }
