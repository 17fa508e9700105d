import { closeCodes, timings } from '#shared/realtime/wire.ts'
import type { PollInput, PollReply } from '#features/member-hub/contract.ts'
import type { Connection } from './connection.ts'
import type { Connections } from './connections.ts'

export type PollDeps = {
  connections: Connections
  /** Why this session may not open a connection now, or null. */
  refusal(sid: string): { code: number; reason: string } | null
  /** Reads one frame; settles when it has been answered. */
  receive(connection: Connection, text: string): Promise<void>
  /** A queue is open, or over. */
  onOpened(): void
  onClosed(connection: Connection): void
}

/** Answers the calls of polling clients (architecture, 'Realtime'): opens queues, takes frames in, hands frames out. */
export class PollEndpoint {
  readonly #ports: PollDeps

  constructor(ports: PollDeps) {
    this.#ports = ports
  }

  async answer(sid: string, { poll, ack, frames, close }: PollInput): Promise<PollReply> {
    const now = Date.now()
    const { connections, refusal } = this.#ports
    if (poll === undefined) {
      const refused = refusal(sid)
      if (refused) return { poll: '', frames: [], closed: refused }
    }
    const found = poll === undefined ? this.#open(sid, now) : connections.findPoll(poll)
    // Another session's queue reads like one that is gone: with the object's memory, or long ago.
    if (!found || found.transport.sid !== sid) return { poll: poll ?? '', frames: [], closed: unknownQueue }
    const { connection, transport } = found
    transport.supersede()
    if (!transport.isOpen) return transport.reply()
    transport.hear(now)
    if (!transport.queue.acknowledge(ack)) transport.close(closeCodes.badFrame, 'acknowledged what was never sent')
    else if (close) transport.close(1000, 'left')
    if (!transport.isOpen) return transport.reply()

    let isSuperseded = false
    if (frames.length > 0) {
      // One after the other as on a socket: what they start may overlap, their order may not.
      const handled = frames.map((text) => this.#ports.receive(connection, text))
      isSuperseded = await transport.hold(timings.pollHoldMs, Promise.allSettled(handled))
    } else if (poll !== undefined && transport.queue.isEmpty) {
      isSuperseded = await transport.hold(timings.pollHoldMs)
    }
    return isSuperseded ? { poll: transport.id, frames: [] } : transport.reply()
  }

  #open(sid: string, now: number) {
    const opened = this.#ports.connections.openPoll(sid, now, (connection) => this.#ports.onClosed(connection))
    this.#ports.onOpened()
    return opened
  }
}

const unknownQueue = { code: closeCodes.restart, reason: 'unknown queue' }
