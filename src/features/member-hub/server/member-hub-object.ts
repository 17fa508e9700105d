import { DurableObject } from 'cloudflare:workers'
import { accessTokenMs } from '#features/session/contract.ts'
import { migrateObject } from '#db/object-schema.ts'
import { messageNotification } from '#features/notifications/rules.ts'
import { NotificationStore } from '#features/notifications/server/notification-store.ts'
import { createSenders } from '#features/notifications/server/public.ts'
import { channelName, closeCodes, limits, parseRequest, ping, type NotificationPayload, type ServerEvent, type WireMessage } from '#shared/wire.ts'
import type { Env } from '#worker/http/env.ts'
import type { Delivery, InboxRow, PresenceChange, Summary } from '../contract.ts'
import { failureTexts, isGone, isLongerThan, maxBadFrames, maxConnections, nextReapAt, noRequestId, pongText } from '../rules.ts'
import type { Connection } from './connection.ts'
import { Connections } from './connections.ts'
import { hubSchema } from './hub-schema.ts'
import { InboxStore } from './inbox-store.ts'
import { JoinedStore } from './joined-store.ts'
import { Requests } from './requests.ts'
import { Rooms } from './rooms.ts'

/** Name of the header in which the edge names the session that opens a connection. */
export const sessionHeader = 'x-kismet-session'

/** Rows of the inbox that a join of the member's channel answers. */
const inboxPage = 50
const sweepAgainMs = 2_000

/**
 * One member's end of all their connections (architecture, 'Realtime'): sockets, inbox, unread counts and notifications.
 * It sleeps while nothing happens; sockets and storage hold all it needs to wake up as the same.
 */
export class MemberHub extends DurableObject<Env> {
  readonly #member: string
  readonly #connections: Connections
  readonly #inbox: InboxStore
  readonly #notifications: NotificationStore
  readonly #joined: JoinedStore
  readonly #rooms: Rooms
  readonly #requests: Requests
  readonly #senders
  #pong = ''

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#member = ctx.id.name ?? ''
    migrateObject(ctx.storage, hubSchema)
    this.#inbox = new InboxStore(ctx.storage)
    this.#notifications = new NotificationStore(ctx.storage.sql)
    this.#joined = new JoinedStore(ctx.storage.sql)
    this.#rooms = new Rooms(this.#member, env.CONVERSATION, this.#joined)
    this.#senders = createSenders(env.DB)
    this.#connections = new Connections(ctx)
    this.#requests = new Requests({
      member: this.#member,
      env,
      rooms: this.#rooms,
      joined: this.#joined,
      readMember: () => ({ summary: this.summary(), inbox: this.inbox() }),
      onJoinedChange: () => this.#afterJoinedChange(),
    })
    this.#publishHeads()
    // Sockets of a life that ended without closing them: their conversations hear of it at once.
    if (this.#rooms.findStale(this.#connections.open()).length > 0) void ctx.storage.setAlarm(Date.now())
  }

  /** Accepts a socket that the edge has checked (session, Origin). */
  override async fetch(request: Request): Promise<Response> {
    const sid = request.headers.get(sessionHeader)
    if (!sid || request.headers.get('upgrade') !== 'websocket') return new Response(null, { status: 426 })
    const { 0: client, 1: server } = new WebSocketPair()
    const connection = this.#connections.accept(server, sid, Date.now())
    if (this.#joined.hasEnded(sid)) connection.close(closeCodes.unauthorized, 'session ended')
    else if (this.#connections.open().length > maxConnections) connection.close(closeCodes.tooMany, 'too many connections')
    return new Response(null, { status: 101, webSocket: client })
  }

  override async webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): Promise<void> {
    const connection = this.#connections.of(socket)
    connection.heardAt = Date.now()
    if (typeof frame !== 'string') return this.#refuseFrame(connection, null, 'bad-frame')
    if (isLongerThan(frame, limits.frameBytes)) return this.#refuseFrame(connection, null, 'too-big')
    const parsed = parseRequest(frame)
    if (!parsed.ok) return this.#refuseFrame(connection, parsed.id, parsed.code === 'too-big' ? 'too-big' : 'bad-frame')
    await this.#requests.handle(connection, parsed.request)
  }

  #refuseFrame(connection: Connection, id: number | null, code: 'bad-frame' | 'too-big'): void {
    connection.fail(id ?? noRequestId, code, failureTexts[code])
    connection.badFrames += 1
    if (connection.badFrames >= maxBadFrames) connection.close(closeCodes.badFrame, 'too many unreadable frames')
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    await this.#depart(this.#connections.of(socket))
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.#depart(this.#connections.of(socket))
  }

  /** Takes a connection out of everything; a conversation that cannot be told now is told by the next sweep. */
  async #depart(connection: Connection): Promise<void> {
    this.#connections.forget(connection.socket)
    await this.#rooms.leave(this.#rooms.placesOf(connection.id))
    this.#publishHeads()
    if (this.#rooms.placesOf(connection.id).length > 0) await this.ctx.storage.setAlarm(Date.now() + sweepAgainMs)
  }

  summary(): Summary {
    return { unread: this.#inbox.countUnread(), notifications: this.#notifications.countUnread(), conversations: this.#inbox.listUnread() }
  }

  inbox(limit: number = inboxPage, before?: number): InboxRow[] {
    return this.#inbox.list(limit, before)
  }

  /** Takes a conversation's delivery; returning acknowledges it. Nothing in here waits, so deliveries keep their order. */
  deliver(delivery: Delivery): void {
    const { conversation, messages } = delivery
    const channel = channelName.conversation(conversation)
    for (const change of delivery.presence) this.#tellPresence(channel, change)
    const { isNew, fresh } = this.#inbox.apply({ ...delivery, messages })
    for (const message of fresh) this.#connections.broadcast(channel, () => JSON.stringify({ event: 'message', channel, data: message } satisfies ServerEvent), { seq: message.seq })
    if (fresh.length === 0 && !isNew) return
    const isOnScreen = this.#connections.hasJoined(channel)
    if (isOnScreen) this.#publishHeads()
    this.#tellInbox(conversation)
    const last = fresh.at(-1)
    if (last && last.from !== delivery.self && !delivery.silent && !isOnScreen) this.ctx.waitUntil(this.#notifyOf(conversation, last))
  }

  #tellPresence(channel: `presence-conversation.${string}`, change: PresenceChange): void {
    const { rev } = change
    const event: ServerEvent = change.event === 'presence:subscribed' ? { event: change.event, channel, data: change.users, rev } : { event: change.event, channel, data: change.user, rev }
    this.#connections.broadcast(channel, () => JSON.stringify(event), { rev })
  }

  #tellInbox(conversation: string): void {
    const data = this.#inbox.findEvent(conversation)
    if (data) this.#tellMember({ event: 'inbox', channel: channelName.member(this.#member), data })
  }

  #tellMember(event: Extract<ServerEvent, { event: 'inbox' | 'notification' }>): void {
    this.#connections.broadcast(event.channel, () => JSON.stringify(event))
  }

  /** A message whose conversation nobody has open. The sender's name is asked for only if someone is there to see it. */
  async #notifyOf(conversation: string, message: WireMessage): Promise<void> {
    const id = crypto.randomUUID()
    this.#notifications.addMessage(id, conversation, message.from, message.sentAt)
    const channel = channelName.member(this.#member)
    if (!this.#connections.hasJoined(channel)) return
    try {
      const sender = await this.#senders.find(message.from, Date.now())
      if (sender) this.#tellMember({ event: 'notification', channel, data: messageNotification(id, conversation, message, sender) })
    } catch (error) {
      // The message itself is in the inbox; only its toast is missing.
      console.warn(JSON.stringify({ level: 'warn', what: 'notification', reason: error instanceof Error ? error.message : String(error) }))
    }
  }

  /** Keeps a notification and shows it on every open page; one that is known by its id is not shown again. */
  notify(payload: NotificationPayload): void {
    if (!this.#notifications.add(payload, Date.now())) return
    this.#tellMember({ event: 'notification', channel: channelName.member(this.#member), data: payload })
  }

  /** Passes a client event on to the connections in the conversation. `dataJson` is JSON already. */
  clientEvent({ conversation, event, from, dataJson }: { conversation: string; event: `client-${string}`; from: string; dataJson: string }): void {
    const channel = channelName.conversation(conversation)
    this.#connections.broadcast(channel, () => `{"event":${JSON.stringify(event)},"channel":${JSON.stringify(channel)},"from":${JSON.stringify(from)},"data":${dataJson}}`)
  }

  /** Everything up to `seq` has been seen; null when the member has no such conversation. */
  markRead(conversation: string, seq: number): { unread: number } | null {
    const before = this.#inbox.findEvent(conversation)
    if (!before || !this.#inbox.markRead(conversation, seq)) return null
    const after = this.#inbox.findEvent(conversation)
    if (after?.unread === 0) this.#notifications.markConversationRead(conversation)
    if (after?.unread !== before.unread) this.#tellInbox(conversation)
    return { unread: after?.totalUnread ?? 0 }
  }

  /** Ends the access of a session: its sockets close now, and its token opens no new one for the rest of its life. */
  async disconnect(sid: string): Promise<void> {
    const now = Date.now()
    this.#joined.forgetEnded(now)
    this.#joined.endSession(sid, now + accessTokenMs)
    const ended = this.#connections.open().filter((connection) => connection.sid === sid)
    for (const connection of ended) connection.close(closeCodes.unauthorized, 'session ended')
    // A half-open socket never confirms its close, so its presence ends here.
    await Promise.all(ended.map((connection) => this.#depart(connection)))
  }

  /** Takes out who is silent or gone, and comes back as long as a presence channel is joined. */
  override async alarm(): Promise<void> {
    const now = Date.now()
    for (const connection of this.#connections.open()) {
      if (connection.joined.length > 0 && isGone(this.#connections.heardAt(connection), now)) {
        connection.close(closeCodes.timeout, 'silent for too long')
        this.#connections.forget(connection.socket)
      }
    }
    await this.#rooms.leave(this.#rooms.findStale(this.#connections.open()))
    this.#publishHeads()
    await this.#scheduleReaper()
  }

  #afterJoinedChange(): void {
    this.#publishHeads()
    this.ctx.waitUntil(this.#scheduleReaper())
  }

  async #scheduleReaper(): Promise<void> {
    const open = this.#connections.open()
    const inRooms = new Set(this.#joined.list().map((place) => place.connection))
    const heard = open.filter((connection) => inRooms.has(connection.id)).map((connection) => this.#connections.heardAt(connection))
    const reapAt = this.#rooms.findStale(open).length > 0 ? Date.now() + sweepAgainMs : nextReapAt(heard)
    if (reapAt === null) return
    const set = await this.ctx.storage.getAlarm()
    if (set === null || set > reapAt) await this.ctx.storage.setAlarm(reapAt)
  }

  /** Sets the answer to `ping` anew when a head has changed; it is given without waking the object. */
  #publishHeads(): void {
    const heads = this.#inbox.listJoinedHeads().map(({ conversation, head }) => ({ channel: channelName.conversation(conversation), head }))
    const pong = pongText(heads)
    if (pong === this.#pong) return
    this.#pong = pong
    this.ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(ping, pong))
  }
}
