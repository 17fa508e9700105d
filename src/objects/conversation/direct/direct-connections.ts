import type { DirectFacts } from '#shared/realtime/direct/direct-socket.ts'
import { Connection } from '#objects/platform/connection.ts'
import type { Attachment } from '#objects/platform/transport.ts'
import { WebSocketTransport } from '#objects/platform/web-socket-transport.ts'
import { directPrefix } from '../presence.ts'

/** A socket's data, which survives hibernation. */
type DirectAttachment = Attachment & { member: string; facts: DirectFacts }

/** A socket straight to this conversation. */
export class DirectConnection extends Connection {
  readonly #attachment: DirectAttachment
  /** Position in the log up to which it has been sent everything; in memory only, because objects sleep when all is sent. */
  sentUpTo: number

  constructor(socket: WebSocket, ctx: DurableObjectState, attachment: DirectAttachment, head: number) {
    super(new WebSocketTransport(socket, ctx, attachment), attachment)
    this.#attachment = attachment
    this.sentUpTo = head
  }

  get member(): string {
    return this.#attachment.member
  }

  get facts(): DirectFacts {
    return this.#attachment.facts
  }

  set facts(facts: DirectFacts) {
    if (JSON.stringify(facts) === JSON.stringify(this.#attachment.facts)) return
    this.#attachment.facts = facts
    this.transport.save(this.#attachment)
  }
}

/** Nothing is shown or seen before the hub has said what may be. */
const unknownFacts: DirectFacts = { typing: false, isHidden: true, sharesRead: false, keptRead: 0, isAlone: false }

/** The conversation's sockets, found again by their attachments after hibernation. */
export class DirectConnections {
  readonly #ctx: DurableObjectState
  readonly #sockets = new Map<WebSocket, DirectConnection>()

  constructor(ctx: DurableObjectState, head: number) {
    this.#ctx = ctx
    for (const socket of ctx.getWebSockets()) this.of(socket, head)
  }

  accept(socket: WebSocket, { member, sid, tab }: { member: string; sid: string; tab: string }, now: number): DirectConnection {
    const id = `${directPrefix}${crypto.randomUUID()}`
    const attachment: DirectAttachment = {
      id,
      sid,
      member,
      tab,
      acceptedAt: now,
      joined: [],
      isPacked: true,
      facts: unknownFacts,
    }
    this.#ctx.acceptWebSocket(socket, [member, sid])
    socket.serializeAttachment(attachment)
    return this.of(socket, 0)
  }

  of(socket: WebSocket, head: number): DirectConnection {
    const known = this.#sockets.get(socket)
    if (known) return known
    const attachment: DirectAttachment = socket.deserializeAttachment()
    const connection = new DirectConnection(socket, this.#ctx, attachment, head)
    this.#sockets.set(socket, connection)
    return connection
  }

  get isEmpty(): boolean {
    return this.#sockets.size === 0
  }

  forgetClosed(): void {
    for (const [socket, connection] of this.#sockets) if (!connection.isOpen) this.#sockets.delete(socket)
  }

  open(): DirectConnection[] {
    return [...this.#sockets.values()].filter((connection) => connection.isOpen)
  }

  ofMember(member: string): DirectConnection[] {
    return this.open().filter((connection) => connection.member === member)
  }
}
