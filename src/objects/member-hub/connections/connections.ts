import { timings, type ChannelName } from '#shared/realtime/wire.ts'
import { Connection, type Held } from '#objects/platform/connection.ts'
import type { Attachment } from '#objects/platform/transport.ts'
import { PollTransport } from './poll-transport.ts'
import { WebSocketTransport } from '#objects/platform/web-socket-transport.ts'

type Polled = { connection: Connection; transport: PollTransport }

/** The member's connections: sockets, found again by their attachments after hibernation, and poll queues. */
export class Connections {
  readonly #ctx: DurableObjectState
  readonly #sockets = new Map<WebSocket, Connection>()
  readonly #polls = new Map<string, Polled>()

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx
    for (const socket of ctx.getWebSockets()) this.of(socket)
  }

  accept(socket: WebSocket, { sid, tab, isPacked }: { sid: string; tab: string; isPacked: boolean }, now: number): Connection {
    const attachment = { ...newAttachment(sid, now), tab, isPacked }
    this.#ctx.acceptWebSocket(socket, [sid])
    socket.serializeAttachment(attachment)
    return this.of(socket)
  }

  /** Returns the connection of a socket that this object accepted, even before a restart. */
  of(socket: WebSocket): Connection {
    const known = this.#sockets.get(socket)
    if (known) return known
    const attachment: Attachment = socket.deserializeAttachment()
    const connection = new Connection(new WebSocketTransport(socket, this.#ctx, attachment), attachment)
    this.#sockets.set(socket, connection)
    return connection
  }

  openPoll(sid: string, now: number, onClosed: (connection: Connection) => void): Polled {
    const attachment = newAttachment(sid, now)
    const transport: PollTransport = new PollTransport(attachment.id, sid, now, () => onClosed(connection))
    const connection = new Connection(transport, attachment)
    this.#polls.set(transport.id, { connection, transport })
    return { connection, transport }
  }

  findPoll(id: string): Polled | null {
    return this.#polls.get(id) ?? null
  }

  /** Drops closed sockets, and queues closed so long ago that every call has received their code. */
  forgetClosed(now: number): void {
    for (const [socket, connection] of this.#sockets) {
      if (!connection.isOpen) this.#sockets.delete(socket)
    }
    for (const [id, { transport }] of this.#polls) {
      if (transport.closedAt !== null && now - transport.closedAt >= timings.silenceMs) this.#polls.delete(id)
    }
  }

  /** Returns only connections that are really open: one that is closing receives nothing and counts for nothing. */
  open(): Connection[] {
    const all = [...this.#sockets.values(), ...[...this.#polls.values()].map(({ connection }) => connection)]
    return all.filter((connection) => connection.isOpen)
  }

  hasJoined(channel: ChannelName): boolean {
    return this.open().some((connection) => connection.hasJoined(channel))
  }

  /** Offers an event to every connection in the channel. The text is only built if there is one. */
  broadcast(
    channel: ChannelName,
    makeText: () => string,
    marks: Pick<Held, 'position' | 'rev'> = {},
    isFor: (connection: Connection) => boolean = () => true,
  ): void {
    let event: Held | undefined
    for (const connection of this.open()) {
      if (isFor(connection)) connection.offer(channel, (event ??= { text: makeText(), ...marks }))
    }
  }
}

function newAttachment(sid: string, now: number): Attachment {
  return { id: crypto.randomUUID(), sid, acceptedAt: now, joined: [] }
}
