import type { Answer, AnswerCode, ChannelName, ServerEvent } from '#shared/realtime/wire.ts'
import type { Attachment, Transport } from './transport.ts'

/** An event waiting for its channel's join to be answered. `position` or `rev` shows whether the answer already contains it. */
export type Held = { text: string; position?: number; rev?: number }

/** One of the member's connections. State that is only in memory here may be lost on a restart: it covers seconds. */
export class Connection {
  readonly transport: Transport
  readonly #attachment: Attachment
  /** Events per channel whose join has not been answered yet. */
  readonly #held = new Map<ChannelName, Held[]>()
  badFrames = 0
  /** Joins and leaves of a connection run one after another; sends start in the order of their arrival. */
  turn: Promise<void> = Promise.resolve()

  constructor(transport: Transport, attachment: Attachment) {
    this.transport = transport
    this.#attachment = attachment
  }

  get id(): string {
    return this.#attachment.id
  }

  get sid(): string {
    return this.#attachment.sid
  }

  /** The page that it belongs to; '' if it names none. */
  get tab(): string {
    return this.#attachment.tab ?? ''
  }

  /** Its page has lost a direct socket, perhaps with its network: a later frame shows that it is still there. */
  doubt(now: number): void {
    this.#attachment.directUntil = now
    this.transport.save(this.#attachment)
  }

  get isDoubtful(): boolean {
    return this.transport.lastActiveAt < (this.#attachment.directUntil ?? 0)
  }

  get joined(): readonly ChannelName[] {
    return this.#attachment.joined
  }

  get isOpen(): boolean {
    return this.transport.isOpen
  }

  hasJoined(channel: ChannelName): boolean {
    return this.#attachment.joined.includes(channel)
  }

  join(channel: ChannelName): void {
    if (!this.hasJoined(channel)) this.#save([...this.#attachment.joined, channel])
  }

  leave(channel: ChannelName): void {
    if (this.hasJoined(channel)) this.#save(this.#attachment.joined.filter((name) => name !== channel))
  }

  #save(joined: ChannelName[]): void {
    this.#attachment.joined = joined
    this.transport.save(this.#attachment)
  }

  /** Buffers the channel's events from now on, so that none arrives before the join's answer. */
  hold(channel: ChannelName): void {
    this.#held.set(channel, [])
  }

  release(channel: ChannelName): Held[] {
    const held = this.#held.get(channel) ?? []
    this.#held.delete(channel)
    return held
  }

  isHolding(channel: ChannelName): boolean {
    return this.#held.has(channel)
  }

  /** Ends access to the channel: a connection in it receives `lastWord`, and a join in progress fails. */
  end(channel: ChannelName, lastWord: string): void {
    if (this.hasJoined(channel)) this.send(lastWord)
    this.#held.delete(channel)
    this.leave(channel)
  }

  /** Sends an event to a connection that has joined its channel, or buffers it while the join is in progress. */
  offer(channel: ChannelName, event: Held): void {
    const held = this.#held.get(channel)
    if (held) held.push(event)
    else if (this.hasJoined(channel)) this.send(event.text)
  }

  succeed(id: number, data?: unknown): void {
    this.send(JSON.stringify({ id, status: 'success', data } satisfies Answer))
  }

  fail(id: number, code: AnswerCode, message: string, retryAfterS?: number): void {
    this.send(JSON.stringify({ id, status: 'error', code, message, retryAfterS } satisfies Answer))
  }

  event(event: ServerEvent): void {
    this.send(JSON.stringify(event))
  }

  send(text: string): void {
    this.transport.send(text)
  }

  close(code: number, reason: string): void {
    this.transport.close(code, reason)
  }
}
