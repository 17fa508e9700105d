import { verifyRealtimeToken } from '#features/auth/session/server/public.ts'
import {
  channelName,
  parseChannel,
  attentionEvent,
  typingEvent,
  type AnswerCode,
  type ChannelName,
  type ClientEventRequest,
  type JoinRequest,
  type LeaveRequest,
  type Request,
  type ReadRequest,
  type SendRequest,
} from '#shared/realtime/wire.ts'
import { isEncounterId } from '#shared/realtime/encounter-id.ts'
import type { Env } from '#server/env.ts'
import { maxChannels } from '../rules.ts'
import { strangerNoticeId } from '#features/notifications/contract.ts'
import type { ConversationClient } from '../conversations/conversation-client.ts'
import type { ReceiptSync } from '../conversations/receipt-sync.ts'
import type { EndedSessions } from '../connections/ended-sessions.ts'
import type { LazyDirects } from '../direct/lazy-directs.ts'
import type { Lifecycle } from '../connections/lifecycle.ts'
import type { HiddenMembers } from '../hidden-members.ts'
import type { PageReads } from '../page-reads.ts'
import type { DeliveryReceiver } from '../receive-delivery.ts'
import type { Summaries } from '../summaries.ts'
import { answerInTurn, fail, messageOf, readClientEvent, refuse, refuseForASecond, type Outcome } from './answer-request.ts'
import type { Outgoing } from './outgoing.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Connection, Held } from '#objects/platform/connection.ts'
import type { Bookings } from '../dates/bookings.ts'
import type { Notifications } from '../notifications/notifications.ts'

export type DispatcherDeps = {
  env: Env
  member: string
  conversations: ConversationClient
  endedSessions: EndedSessions
  pageReads: Pick<PageReads, 'find'>
  directs: Pick<LazyDirects, 'sendFacts'>
  lifecycle: Lifecycle
  outgoing: Outgoing
  limits: RateLimits
  deliveries: DeliveryReceiver
  receipts: ReceiptSync
  hiddenMembers: HiddenMembers
  summaries: Summaries
  notifications: Pick<Notifications, 'preferences' | 'attended' | 'markRead'>
  bookings: Pick<Bookings, 'deviceJoined'>
  /** Null without such a conversation. */
  markRead(conversation: string, seq: number): Promise<{ unread: number } | null>
}

/** Answers the requests of spec §7 for one member's connections. */
export class Dispatcher {
  readonly #deps: DispatcherDeps

  constructor(deps: DispatcherDeps) {
    this.#deps = deps
  }

  /** Never rejects. */
  async handle(connection: Connection, request: Request): Promise<void> {
    // Counted on arrival, before any work.
    if (!this.#deps.limits.takeRequest(Date.now())) return fail(connection, request, refuseForASecond)
    return answerInTurn(connection, request, () => this.#run(connection, request))
  }

  async #run(connection: Connection, request: Request): Promise<Outcome> {
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

  async #join(connection: Connection, { channel, auth, since }: JoinRequest): Promise<Outcome> {
    const target = parseChannel(channel)
    if (!target) return refuse('forbidden')
    if (!(await this.#isAllowed(connection, auth.token))) return refuse('unauthorized')
    if (target.kind === 'member') {
      if (target.id !== this.#deps.member) return refuse('forbidden')
      // A page that reconnects already has its badges, and after a deployment all pages reconnect.
      if (!since) await this.#excludeHidden(connection)
      connection.join(channelName.member(target.id))
      this.#deps.receipts.delivered()
      // It gets what is said from now on without delay; its join need not wait for that.
      void this.#deps.directs.sendFacts()
      return { ok: true, data: this.#deps.summaries.joinData(), afterwards: () => this.#deps.bookings.deviceJoined() }
    }
    const name = channelName.conversation(target.id)
    if (!connection.hasJoined(name) && connection.joined.length >= maxChannels) return refuse('too-many')
    connection.hold(name)
    try {
      const result = await this.#deps.conversations.join(target.id, connection, since)
      if (!result.ok) return this.#drop(connection, name, result.code)
      if (!connection.isHolding(name)) return this.#drop(connection, name, 'forbidden')
      connection.join(name)
      this.#deps.lifecycle.joinedChanged()
      this.#deps.receipts.delivered(target.id)
      if (isEncounterId(target.id)) this.#deps.notifications.markRead(strangerNoticeId(target.id))
      const { data, present, rev } = result
      return {
        ok: true,
        data,
        afterwards: () => {
          connection.event({ event: 'presence:subscribed', channel: name, data: present, rev })
          for (const held of connection.release(name)) if (isNews(held, data, rev)) connection.send(held.text)
        },
      }
    } catch (error) {
      for (const held of connection.release(name)) if (connection.hasJoined(name)) connection.send(held.text)
      throw error
    }
  }

  /** A page that has just been read has excluded them, as of its revision. */
  async #excludeHidden({ sid }: Connection): Promise<void> {
    const { hiddenMembers, pageReads } = this.#deps
    await hiddenMembers.exclude(pageReads.find(sid, Date.now())?.peopleRevision ?? null)
  }

  /** Drops a joined channel if its conversation refuses the connection: it has ended for this member. */
  #drop(connection: Connection, name: ChannelName, code: AnswerCode): Outcome {
    connection.release(name)
    connection.leave(name)
    this.#deps.lifecycle.joinedChanged()
    return refuse(code)
  }

  async #leave(connection: Connection, { channel, auth }: LeaveRequest): Promise<Outcome> {
    const target = parseChannel(channel)
    if (!target) return refuse('forbidden')
    if (!(await this.#isAllowed(connection, auth.token))) return refuse('unauthorized')
    const name = target.kind === 'member' ? channelName.member(target.id) : channelName.conversation(target.id)
    if (!connection.hasJoined(name)) return refuse('not-joined')
    connection.leave(name)
    if (target.kind === 'conversation')
      await this.#deps.conversations.leave([{ connection: connection.id, conversation: target.id }])
    this.#deps.lifecycle.joinedChanged()
    return { ok: true }
  }

  /**
   * Returns whether the token is this member's, belongs to the session that opened the connection, and that session has not ended
   * since.
   */
  async #isAllowed(connection: Connection, token: string): Promise<boolean> {
    const claims = await verifyRealtimeToken(this.#deps.env, token, Date.now())
    return (
      claims !== null &&
      claims.sub === this.#deps.member &&
      claims.sid === connection.sid &&
      !this.#deps.endedSessions.has(claims.sid)
    )
  }

  async #clientEvent(connection: Connection, request: ClientEventRequest): Promise<Outcome> {
    if (!this.#deps.limits.takeEvent(Date.now())) return refuseForASecond
    const { member, notifications } = this.#deps
    const { channel, event } = request
    if (event === attentionEvent && channel === channelName.member(member)) {
      if (!connection.hasJoined(channel)) return refuse('not-joined')
      notifications.attended()
      return { ok: true }
    }
    const conversation = findJoined(connection, channel)
    if (conversation === null) return refuse('not-joined')
    const read = readClientEvent(request)
    if (!read.ok) return read
    if (event === typingEvent && !notifications.preferences.read().typing) return { ok: true }
    return this.#deps.conversations.clientEvent(conversation, { event: read.event, dataJson: read.dataJson })
  }

  async #read(connection: Connection, { channel, seq }: ReadRequest): Promise<Outcome> {
    const conversation = findJoined(connection, channel)
    if (conversation === null) return refuse('not-joined')
    return (await this.#deps.markRead(conversation, seq)) ? { ok: true } : refuse('forbidden')
  }

  async #send(connection: Connection, request: SendRequest): Promise<Outcome> {
    const conversation = findJoined(connection, request.channel)
    if (conversation === null) return refuse('not-joined')
    const result = await this.#deps.outgoing.sendFrame(conversation, messageOf(request))
    if (!result.ok) return result
    const { epoch, seq, sentAt, delivery } = result
    return { ok: true, data: { epoch, seq, sentAt }, afterwards: () => delivery && this.#deps.deliveries.receiveOwn(delivery) }
  }
}

/** Returns the conversation behind a channel that this connection has joined, or null. */
function findJoined(connection: Connection, channel: string): string | null {
  const target = parseChannel(channel)
  return target?.kind === 'conversation' && connection.hasJoined(channelName.conversation(target.id)) ? target.id : null
}

/** True for events that the join's answer does not contain. While more pages follow, messages come with those. */
function isNews(held: Held, { head, more }: { head: number; more: boolean }, rev: number): boolean {
  if (held.position !== undefined) return !more && held.position > head
  return held.rev === undefined || held.rev > rev
}
