import type { ConversationListener } from '#shared/realtime/realtime.tsx'
import {
  positionOf,
  type ChannelName,
  type ConversationChannel,
  type JoinData,
  type ServerEvent,
  type Since,
  type WireMessage,
} from '#shared/realtime/wire.ts'
import { isBehind, judgeMessage } from './cursor.ts'
import type { Line } from './line.ts'

/** The member's own channel has no log; this asks for the answer of a returning page. */
const noCursor: Since = { epoch: '', seq: 0 }

/** One channel of the page: how far it has come in its log, and what its listener is shown. */
export class JoinedChannel {
  readonly name: ChannelName
  /** The way to the server that it is joined on, or is to be. */
  line: Line
  readonly #listener: ConversationListener | null
  #cursor: Since | null
  #phase: 'away' | 'joining' | 'joined' = 'away'
  /** It was already joined on this page. */
  #isBack = false
  /** Its line closed, and no other has joined it since. */
  #isLost = false
  /** Messages were missed while joining: join again. */
  #isMissing = false
  /** Messages that arrived before the join's answer. */
  #early: WireMessage[] = []

  constructor(name: ChannelName, since: Since | null, listener: ConversationListener | null, line: Line) {
    this.name = name
    this.line = line
    this.#cursor = since && { ...since }
    this.#listener = listener
  }

  /** False when a join is under way, which then takes another round. */
  beginJoin(): boolean {
    if (this.#phase === 'joining') {
      this.#isMissing = true
      return false
    }
    this.#phase = 'joining'
    return true
  }

  /** Begins a round of the join and returns the position from which it asks. */
  nextRound(): Since | undefined {
    this.#isMissing = false
    return this.#cursor ?? (this.#isBack && !this.#listener ? noCursor : undefined)
  }

  /** Takes a page of history; true when another round has to follow. */
  takeHistory({ epoch, head = 0, messages = [], marks = [], recovered, more = false }: Partial<JoinData>): boolean {
    if (!this.#listener || epoch === undefined) return this.#isMissing
    const before = this.#cursor
    const last = Math.max(0, ...messages.map(positionOf))
    const continues = before !== null && before.epoch === epoch && recovered === true
    const cursor = { epoch, seq: Math.max(continues ? before.seq : 0, more ? last : Math.max(last, head)) }
    this.#cursor = cursor
    if (continues) this.#listener.onMessages(messages)
    else this.#listener.onReset(messages, { ...cursor })
    const channel = this.name as ConversationChannel // Only conversations have listeners.
    for (const data of marks) this.#listener.onEvent({ event: 'marks', channel, data })
    return (more && messages.length > 0) || this.#isMissing
  }

  /** Returns the messages that came meanwhile, which are to be received now. */
  endJoin(): WireMessage[] {
    this.#phase = 'joined'
    this.#isBack = true
    this.#isLost = false
    return this.#early.splice(0)
  }

  /** The connection has gone, or the session with it. */
  leave(): void {
    this.#phase = 'away'
  }

  /** The same, and its answers with it. */
  reset(): void {
    this.leave()
    this.#isLost = this.#isBack
    this.#isMissing = false
    this.#early = []
  }

  /** True when the channel has to be joined again for what is missing. */
  receive(message: WireMessage): boolean {
    if (this.#phase === 'joining' || this.#cursor === null) {
      this.#early.push(message)
      return false
    }
    const verdict = judgeMessage(this.#cursor, message)
    if (verdict === 'deliver') this.#deliver(message, this.#cursor)
    if (verdict === 'reload') this.#cursor = null
    return verdict === 'reload' || verdict === 'resume'
  }

  /**
   * Shows an acknowledged message of the viewer's own at once; the cursor only moves when its turn comes in the conversation.
   */
  showSent(message: WireMessage): void {
    if (this.#phase === 'joined' && this.#cursor && judgeMessage(this.#cursor, message) === 'deliver')
      this.#deliver(message, this.#cursor)
    else this.#listener?.onMessages([message])
  }

  get cursor(): Since | null {
    return this.#cursor
  }

  get isJoined(): boolean {
    return this.#phase === 'joined'
  }

  /** True while it is joined on its line, also while it asks for messages that were missed. */
  get isOnLine(): boolean {
    return this.#isBack && !this.#isLost && this.#phase !== 'away'
  }

  /** True after its line has closed, until it is joined again. */
  get isLost(): boolean {
    return this.#isLost
  }

  /** True when the heartbeat's head of this channel shows that a frame was lost. */
  isBehind(head: number | undefined): boolean {
    return this.#phase === 'joined' && this.#cursor !== null && isBehind(this.#cursor, head)
  }

  onEvent(event: ServerEvent): void {
    this.#listener?.onEvent(event)
  }

  onRefused(): void {
    this.#listener?.onRefused()
  }

  #deliver(message: WireMessage, cursor: Since): void {
    cursor.seq = positionOf(message)
    this.#listener?.onMessages([message])
  }
}
