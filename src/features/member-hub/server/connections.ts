import type { ChannelName } from '#shared/wire.ts'
import { Connection, type Attachment, type Held } from './connection.ts'

/** The member's sockets: accepted with hibernation, found again by their attachments after it. */
export class Connections {
  readonly #ctx: DurableObjectState
  readonly #known = new Map<WebSocket, Connection>()

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx
    for (const socket of ctx.getWebSockets()) this.of(socket)
  }

  accept(socket: WebSocket, sid: string, now: number): Connection {
    const attachment: Attachment = { id: crypto.randomUUID(), sid, acceptedAt: now, joined: [] }
    this.#ctx.acceptWebSocket(socket, [sid])
    socket.serializeAttachment(attachment)
    const connection = new Connection(socket, attachment)
    this.#known.set(socket, connection)
    return connection
  }

  /** The connection of a socket that this object accepted, in this life or one before. */
  of(socket: WebSocket): Connection {
    const known = this.#known.get(socket)
    if (known) return known
    const attachment: Attachment = socket.deserializeAttachment()
    const connection = new Connection(socket, attachment)
    this.#known.set(socket, connection)
    return connection
  }

  forget(socket: WebSocket): void {
    this.#known.delete(socket)
  }

  /** Only those that are really open: a socket on its way out takes nothing and counts for nothing. */
  open(): Connection[] {
    return [...this.#known.values()].filter((connection) => connection.isOpen)
  }

  hasJoined(channel: ChannelName): boolean {
    return this.open().some((connection) => connection.hasJoined(channel))
  }

  /** Offers an event to every connection in the channel. The text is made once, and only if someone is there. */
  broadcast(channel: ChannelName, makeText: () => string, marks: Pick<Held, 'seq' | 'rev'> = {}): void {
    let event: Held | undefined
    for (const connection of this.open()) connection.offer(channel, (event ??= { text: makeText(), ...marks }))
  }

  /** When the connection last said anything: its own frames, or a `ping` that was answered without waking the object. */
  heardAt(connection: Connection): number {
    return Math.max(connection.heardAt, this.#ctx.getWebSocketAutoResponseTimestamp(connection.socket)?.getTime() ?? 0)
  }
}
