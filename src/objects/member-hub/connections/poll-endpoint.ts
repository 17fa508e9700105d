import { restartReason } from '#shared/realtime/restart-wait.ts'
import { closeCodes, timings } from '#shared/realtime/wire.ts'
import { limitsFactor, type Env } from '#server/env.ts'
import type { PollInput, PollReply } from '#features/member-hub/contract.ts'
import type { Visibility } from '../conversations/visibility.ts'
import type { FrameReader } from '../dispatch/frame-reader.ts'
import type { Connections } from './connections.ts'
import type { Lifecycle } from './lifecycle.ts'

export type PollEndpointDeps = {
  env: Pick<Env, 'ENVIRONMENT' | 'LIMITS_FACTOR'>
  ctx: Pick<DurableObjectState, 'waitUntil'>
  connections: Connections
  lifecycle: Lifecycle
  visibility: Visibility
  frames: FrameReader
}

/** Answers the calls of polling clients (architecture, 'Realtime'): opens queues, takes frames in, hands frames out. */
export class PollEndpoint {
  readonly #deps: PollEndpointDeps

  constructor(deps: PollEndpointDeps) {
    this.#deps = deps
  }

  /** The first answer also reports what the hub knows of the member's visibility. */
  async answer(sid: string, input: PollInput): Promise<PollReply> {
    const reply = await this.#answer(sid, input)
    return input.poll === undefined ? { ...reply, showsOnline: this.#deps.visibility.read() } : reply
  }

  async #answer(sid: string, { poll, ack, frames, close }: PollInput): Promise<PollReply> {
    const now = Date.now()
    const { env, connections, lifecycle, frames: reader } = this.#deps
    if (poll === undefined) {
      const refused = lifecycle.refusal(sid)
      if (refused) return { poll: '', frames: [], closed: refused }
    }
    const found = poll === undefined ? this.#open(sid, now) : connections.findPoll(poll)
    // A queue of another session gets the same answer as one lost in a restart or long gone.
    if (!found || found.transport.sid !== sid) return { poll: poll ?? '', frames: [], closed: unknownQueue(limitsFactor(env)) }
    const { connection, transport } = found
    transport.supersede()
    if (!transport.isOpen) return transport.reply()
    transport.touch(now)
    if (!transport.queue.acknowledge(ack)) transport.close(closeCodes.badFrame, 'acknowledged what was never sent')
    else if (close) transport.close(1000, 'left')
    if (!transport.isOpen) return transport.reply()

    let isSuperseded = false
    if (frames.length > 0) {
      // Started in order, as on a socket: the work may overlap, but its order may not change.
      const handled = frames.map((text) => reader.receive(connection, text))
      isSuperseded = await transport.hold(timings.pollHoldMs, Promise.allSettled(handled))
    } else if (poll !== undefined && transport.queue.isEmpty) {
      isSuperseded = await transport.hold(timings.pollHoldMs)
    }
    return isSuperseded ? { poll: transport.id, frames: [] } : transport.reply()
  }

  #open(sid: string, now: number) {
    const { ctx, connections, lifecycle } = this.#deps
    const opened = connections.openPoll(sid, now, (connection) => ctx.waitUntil(lifecycle.closed(connection)))
    lifecycle.pollOpened()
    return opened
  }
}

/** After a deployment every polling client gets this, so the wait spreads their return. */
const unknownQueue = (factor: number) => ({ code: closeCodes.restart, reason: restartReason(Math.random(), factor) })
