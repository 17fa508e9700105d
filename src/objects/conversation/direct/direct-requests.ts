import { verifyRealtimeToken } from '#features/auth/session/server/public.ts'
import { toRetryAfterS } from '#shared/errors.ts'
import {
  typingEvent,
  type ClientEventRequest,
  type JoinRequest,
  type LeaveRequest,
  type Request,
  type ReadRequest,
  type SendRequest,
} from '#shared/realtime/wire.ts'
import type { Env } from '#server/env.ts'
import {
  answerInTurn,
  fail,
  messageOf,
  readClientEvent,
  refuse,
  refuseForASecond,
  type Outcome,
} from '#objects/member-hub/dispatch/answer-request.ts'
import { LimitLog } from '#objects/member-hub/dispatch/limit-log.ts'
import {
  directShare,
  fullBucket,
  requestBucket,
  take,
  takeEvent,
  type Bucket,
  type EventTimes,
} from '#objects/member-hub/rules.ts'
import { passOn } from '../client-events.ts'
import { joinPage } from '../log-pages.ts'
import type { Open } from '../open-conversation.ts'
import type { DirectConnection } from './direct-connections.ts'
import type { DirectSockets } from './direct-sockets.ts'

export type DirectRequestsDeps = {
  ctx: Pick<DurableObjectState, 'waitUntil'>
  env: Env
  conversation: string
  limitsFactor: number
  directs: DirectSockets
  openFor(member: string): Promise<Open | null>
  notifyHubs(open: Open): void
}

/** Answers the requests of spec §7 on direct sockets: those of one conversation. */
export class DirectRequests {
  readonly #deps: DirectRequestsDeps
  /** Per member, over all of their sockets here: the share that their hub leaves to this conversation. */
  readonly #requests = new Map<string, Bucket>()
  readonly #log: LimitLog
  readonly #events = new Map<string, EventTimes>()

  constructor(deps: DirectRequestsDeps) {
    this.#deps = deps
    this.#log = new LimitLog(deps.ctx, deps.env)
  }

  takeRequest(member: string, now: number): boolean {
    const size = requestBucket(directShare.requests * this.#deps.limitsFactor)
    const { state, waitMs } = take(this.#requests.get(member) ?? fullBucket, size, now)
    this.#requests.set(member, state)
    if (waitMs > 0) this.#log.reached('requests', member, now)
    return waitMs === 0
  }

  #takeEvent(member: string, now: number): boolean {
    const most = directShare.events * this.#deps.limitsFactor
    const { state, fits } = takeEvent(this.#events.get(member) ?? [], now, most)
    this.#events.set(member, state)
    if (!fits) this.#log.reached('client-events', member, now)
    return fits
  }

  /** Never rejects. */
  async handle(connection: DirectConnection, request: Request): Promise<void> {
    // Counted on arrival, before any work.
    if (!this.takeRequest(connection.member, Date.now())) return fail(connection, request, refuseForASecond)
    return answerInTurn(connection, request, () => this.#run(connection, request))
  }

  async #run(connection: DirectConnection, request: Request): Promise<Outcome> {
    if (request.channel !== this.#deps.directs.channel) return refuse('forbidden')
    switch (request.type) {
      case 'channel:join':
        return this.#join(connection, request)
      case 'channel:leave':
        return this.#leave(connection, request)
      case 'channel:clientEvent':
        return this.#clientEvent(connection, request)
      case 'message:send':
        return this.#send(connection, request)
      case 'message:read':
        return this.#read(connection, request)
      default:
        return request satisfies never
    }
  }

  async #isAllowed({ member, sid }: DirectConnection, token: string): Promise<boolean> {
    const claims = await verifyRealtimeToken(this.#deps.env, token, Date.now())
    // The hub closes the socket when the session ends.
    return claims !== null && claims.sub === member && claims.sid === sid
  }

  async #join(connection: DirectConnection, { auth, since }: JoinRequest): Promise<Outcome> {
    const { member, id } = connection
    const { directs, openFor } = this.#deps
    if (!(await this.#isAllowed(connection, auth.token))) return refuse('unauthorized')
    const open = await openFor(member)
    if (!open || open.state.request || !connection.isOpen) return refuse('forbidden')
    // Read now: they may have changed while this waited.
    const { isHidden } = connection.facts
    open.fanOut.announceStep(member, open.presence.enter(member, id, isHidden))
    const data = joinPage(open, since, open.marks.seenBy(member))
    connection.sentUpTo = open.state.head
    connection.join(directs.channel)
    open.fanOut.takeProgress(member, open.marks.received(member))
    const [users, { rev }] = [open.fanOut.presentTo(member), open.state]
    const { channel } = directs
    return { ok: true, data, afterwards: () => connection.event({ event: 'presence:subscribed', channel, data: users, rev }) }
  }

  async #leave(connection: DirectConnection, { auth }: LeaveRequest): Promise<Outcome> {
    const { directs } = this.#deps
    if (!(await this.#isAllowed(connection, auth.token))) return refuse('unauthorized')
    if (!connection.hasJoined(directs.channel)) return refuse('not-joined')
    connection.leave(directs.channel)
    directs.leave(connection)
    return { ok: true }
  }

  async #clientEvent(connection: DirectConnection, request: ClientEventRequest): Promise<Outcome> {
    const { directs, conversation, openFor } = this.#deps
    const { member } = connection
    if (!this.#takeEvent(member, Date.now())) return refuseForASecond
    if (!connection.hasJoined(directs.channel)) return refuse('not-joined')
    const read = readClientEvent(request)
    if (!read.ok) return read
    const { event, dataJson } = read
    const open = await openFor(member)
    if (!open || !connection.isOpen) return refuse('forbidden')
    if (event === typingEvent && !(connection.facts.typing && connection.hasJoined(directs.channel))) return { ok: true }
    await passOn(open, { conversation, event, from: member, dataJson })
    return { ok: true }
  }

  async #read(connection: DirectConnection, { seq }: ReadRequest): Promise<Outcome> {
    const { directs, openFor, notifyHubs } = this.#deps
    const { member } = connection
    if (!connection.hasJoined(directs.channel)) return refuse('not-joined')
    const open = await openFor(member)
    if (!open || !connection.isOpen) return refuse('forbidden')
    open.fanOut.readBy(member, Math.min(seq, open.state.head), connection.facts)
    return { ok: true, afterwards: () => notifyHubs(open) }
  }

  async #send(connection: DirectConnection, request: SendRequest): Promise<Outcome> {
    const { member } = connection
    const { directs, openFor, notifyHubs } = this.#deps
    if (!connection.hasJoined(directs.channel)) return refuse('not-joined')
    const waitMs = await directs.leases.take(member)
    if (waitMs > 0) return { ok: false, code: 'too-many', retryAfterS: toRetryAfterS(waitMs) }
    const open = await openFor(member)
    // Its access ends with the socket, also while the frame waits. A page that has only left the channel meanwhile had a right to it.
    if (!open || !connection.isOpen) {
      directs.leases.giveBack(member)
      return refuse('forbidden')
    }
    const { result, isNews } = open.writer.send({ member, ...messageOf(request) }, Date.now())
    if (!result.ok) return result
    const { epoch, seq, sentAt } = result
    const data = { epoch, seq, sentAt }
    if (isNews) {
      open.fanOut.takeProgress(member, open.marks.sent(member))
      return { ok: true, data, afterwards: () => notifyHubs(open) }
    }
    directs.leases.giveBack(member)
    void open.fanOut.notifyRepeat(member)
    return { ok: true, data }
  }
}
