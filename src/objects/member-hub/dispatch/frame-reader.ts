import { closeCodes, limits, parseRequest, ping } from '#shared/realtime/wire.ts'
import { failureTexts, hostileFrameCharacters, isLongerThan, maxBadFrames, noRequestId } from '../rules.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Connection } from '#objects/platform/connection.ts'
import type { Pong } from '../connections/pong.ts'
import type { Dispatcher } from './dispatcher.ts'

export type FrameReaderDeps = {
  dispatcher: Pick<Dispatcher, 'handle'>
  limits: Pick<RateLimits, 'takeRequest'>
  pong: Pick<Pong, 'text'>
}

/** Reads the frames of connections on either transport. Any input leads to an answer, or to the connection's end. */
export class FrameReader {
  readonly #deps: FrameReaderDeps

  constructor(deps: FrameReaderDeps) {
    this.#deps = deps
  }

  /** Resolves when the frame has been answered; call it in the order in which a connection's frames arrive. */
  async receive(connection: Connection, frame: string | ArrayBuffer): Promise<void> {
    if (!connection.isOpen) return
    if (typeof frame !== 'string') return this.#refuse(connection, null, 'bad-frame')
    if (frame.length > hostileFrameCharacters) return connection.close(closeCodes.tooBig, 'the frame is far too big')
    // The runtime answers a socket's `ping` without waking the object; a poll queue's comes here.
    if (frame === ping) return this.#answerPing(connection)
    if (isLongerThan(frame, limits.frameBytes)) return this.#refuse(connection, null, 'too-big')
    const parsed = parseRequest(frame)
    if (!parsed.ok) return this.#refuse(connection, parsed.id, parsed.code === 'too-big' ? 'too-big' : 'bad-frame')
    if (connection.transport.takes(parsed.request.id)) await this.#deps.dispatcher.handle(connection, parsed.request)
  }

  #answerPing(connection: Connection): void {
    if (this.#deps.limits.takeRequest(Date.now())) connection.send(this.#deps.pong.text)
    else connection.fail(noRequestId, 'too-many', failureTexts['too-many'], 1)
  }

  #refuse(connection: Connection, id: number | null, code: 'bad-frame' | 'too-big'): void {
    connection.fail(id ?? noRequestId, code, failureTexts[code])
    connection.badFrames += 1
    if (connection.badFrames >= maxBadFrames) connection.close(closeCodes.badFrame, 'too many unreadable frames')
  }
}
