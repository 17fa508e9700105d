import { DurableObject } from 'cloudflare:workers'
import { migrateObject } from '#server/objects/migrate.ts'
import type {
  Refusal,
  SendResult,
  Acknowledgement,
  Delivery,
  HubClientEvent,
  OwnChange,
  OwnMessage,
} from '#features/chat/contract.ts'
import type { KeptNotice, Notice, Preferences, NotificationCursor } from '#features/notifications/contract.ts'
import {
  createMemberDirectory,
  NotificationStore,
  previewOf,
  withoutLetters,
  type MemberDirectory,
} from '#features/notifications/server/public.ts'
import { accessTokenMs } from '#features/auth/session/contract.ts'
import { channelName, closeCodes, ping, typingEvent, type NotificationKind, type WireMessage } from '#shared/realtime/wire.ts'
import type { Env } from '#server/env.ts'
import { warn } from '#server/log.ts'
import { recordSecurity } from '#server/security-events.ts'
import type { FoundPage, InboxRow, PollInput, PollReply, Summary, MemberHubRpc, SearchCursor } from '../contract.ts'
import { maxConnections, pongText } from '../rules.ts'
import { HiddenMembers } from './hidden-members.ts'
import { AlarmScheduler, type AlarmName } from '#server/objects/alarm-scheduler.ts'
import { RateLimits } from './dispatch/rate-limits.ts'
import { Broadcaster } from './connections/broadcaster.ts'
import { OnlineAlerts } from '#features/notifications/server/online-alerts.ts'
import type { Connection } from './connections/connection.ts'
import { Connections } from './connections/connections.ts'
import { FrameReader } from './dispatch/frame-reader.ts'
import { hubSchema } from './schema.ts'
import { Inbox, type Applied } from './inbox/inbox.ts'
import { Memberships } from './conversations/memberships.ts'
import { WriteBehind } from './inbox/write-behind.ts'
import { EmailNotifier } from '#features/notifications/server/email-digest/email-notifier.ts'
import { LetterStore } from '#features/notifications/server/email-digest/letter-store.ts'
import { MarkStore } from './inbox/mark-store.ts'
import { Notifier } from '#features/notifications/server/notifier.ts'
import { Outgoing } from './dispatch/outgoing.ts'
import { PollEndpoint } from './connections/poll-endpoint.ts'
import { PreferencesStore } from '#features/notifications/server/preferences-store.ts'
import { IdleReaper } from './connections/idle-reaper.ts'
import { Dispatcher } from './dispatch/dispatcher.ts'
import { ConversationClient } from './conversations/conversation-client.ts'
import { Search } from './search/search.ts'
import { SearchIndex } from './search/search-index.ts'
import { progressOf, ReceiptSync } from './conversations/receipt-sync.ts'
import { Cooldowns } from '#features/notifications/server/cooldowns.ts'
import { originHeader, packedHeader, sessionHeader, visibilityHeader } from './connections/upgrade.ts'
import { UnseenStore } from '#features/notifications/server/unseen-store.ts'
import { DeferredNotifications } from '#features/notifications/server/deferred-notifications.ts'
import { Visibility } from './conversations/visibility.ts'
import { VisitorDigest } from '#features/notifications/server/visitor-digest.ts'

const normalClosure = 1000

/** Rows of the inbox that a join of the member's channel answers. */
const inboxPage = 50
/** Messages that are fetched at once for the index of a conversation older than it. */
const searchFillPage = 200

/**
 * One member's end of all their connections (architecture, 'Realtime'): sockets, inbox, unread counts and notifications.
 * It sleeps while nothing happens; sockets and storage hold all it needs to wake up as the same.
 */
export class MemberHub extends DurableObject<Env> implements MemberHubRpc {
  readonly #connections: Connections
  readonly #late: WriteBehind
  readonly #inbox: Inbox
  readonly #notifications: NotificationStore
  readonly #marks: MarkStore
  readonly #joined: Memberships
  readonly #preferences: PreferencesStore
  readonly #visibility: Visibility
  readonly #rooms: ConversationClient
  readonly #outgoing: Outgoing
  readonly #frames: FrameReader
  readonly #polls: PollEndpoint
  readonly #announcer: Broadcaster
  readonly #alarms: AlarmScheduler
  readonly #reaper: IdleReaper
  readonly #teller: ReceiptSync
  readonly #acquaintances: MemberDirectory
  readonly #notifier: Notifier
  readonly #absentPeople: HiddenMembers
  readonly #arrivals: OnlineAlerts
  readonly #visitorDesk: VisitorDigest
  readonly #letters: LetterStore
  readonly #letterDesk: EmailNotifier
  readonly #searcher: Search
  readonly #unseen: DeferredNotifications
  #pong = ''

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const member = ctx.id.name ?? ''
    migrateObject(ctx.storage, hubSchema)
    this.#late = new WriteBehind(ctx.storage)
    this.#inbox = new Inbox(ctx.storage.sql, this.#late)
    this.#notifications = new NotificationStore(ctx.storage)
    this.#marks = new MarkStore(ctx.storage.sql, this.#inbox)
    this.#joined = new Memberships(ctx.storage.sql)
    this.#preferences = new PreferencesStore(ctx.storage.sql)
    this.#visibility = new Visibility(ctx.storage.sql)
    const isHidden = () => this.#visibility.read() !== true
    this.#rooms = new ConversationClient(member, env.CONVERSATION, this.#joined, isHidden)
    this.#connections = new Connections(ctx)
    this.#announcer = new Broadcaster(member, this.#connections)
    this.#alarms = new AlarmScheduler(ctx.storage)
    this.#reaper = new IdleReaper(this.#alarms, this.#connections, this.#rooms)
    this.#teller = new ReceiptSync({
      marks: this.#marks,
      joined: this.#joined,
      rooms: this.#rooms,
      alarms: this.#alarms,
      sharesRead: () => this.#preferences.read().readMarks,
      isHidden,
      waitUntil: (work) => ctx.waitUntil(work),
    })
    const acquaintances = createMemberDirectory(env, member)
    this.#acquaintances = acquaintances
    this.#notifier = new Notifier({
      store: this.#notifications,
      preferences: this.#preferences,
      acquaintances,
      announcer: this.#announcer,
      alarms: this.#alarms,
      waitUntil: (work) => ctx.waitUntil(work),
    })
    this.#absentPeople = new HiddenMembers({
      sql: ctx.storage.sql,
      inbox: this.#inbox,
      notifications: this.#notifications,
      acquaintances,
      onCount: () => this.#notifier.tellCount(),
    })
    this.#unseen = new DeferredNotifications({
      store: new UnseenStore(ctx.storage.sql),
      alarms: this.#alarms,
      findRow: (conversation) => this.#inbox.find(conversation),
      keep: ({ conversation, other }) =>
        this.#notifier.take({ id: crypto.randomUUID(), kind: 'message', from: other, conversation }, { quietly: true }),
    })
    const told = new Cooldowns(ctx.storage.sql)
    this.#arrivals = new OnlineAlerts({
      env,
      member,
      told,
      notifier: this.#notifier,
      announcer: this.#announcer,
      isSeenHere: () => !isHidden() && this.#connections.open().length > 0,
    })
    this.#visitorDesk = new VisitorDigest({
      env,
      member,
      told,
      notifier: this.#notifier,
      announcer: this.#announcer,
      alarms: this.#alarms,
    })
    this.#letters = new LetterStore(ctx.storage)
    this.#letterDesk = new EmailNotifier({
      env,
      member,
      store: this.#notifications,
      letters: this.#letters,
      preferences: this.#preferences,
      acquaintances,
      connections: this.#connections,
      alarms: this.#alarms,
    })
    this.#searcher = new Search({
      store: new SearchIndex(ctx.storage),
      late: this.#late,
      alarms: this.#alarms,
      readHistory: async (conversation, before) =>
        env.CONVERSATION.getByName(conversation).history(member, { before, limit: searchFillPage }),
    })
    const allowance = new RateLimits({
      env,
      onReached: (what) => ctx.waitUntil(recordSecurity(env, { kind: 'limit-reached', what, account: member }, Date.now())),
    })
    this.#outgoing = new Outgoing({ member, env, rooms: this.#rooms, allowance })
    const requests = new Dispatcher({
      member,
      env,
      rooms: this.#rooms,
      outgoing: this.#outgoing,
      allowance,
      joined: this.#joined,
      beforeMember: () => this.#absentPeople.leaveOut(),
      readMember: () => ({ summary: this.summary(), inbox: this.inbox() }),
      onJoinedChange: () => this.#afterJoinedChange(),
      onHearing: (conversation) => {
        if (this.#marks.markDelivered(conversation)) this.#teller.start()
      },
      onSent: (delivery) => this.#takeOwn(delivery),
      sharesTyping: () => this.#preferences.read().typing,
    })
    this.#frames = new FrameReader(requests, allowance, () => this.#pong)
    this.#polls = new PollEndpoint({
      connections: this.#connections,
      refusal: (sid) => this.#refusal(sid),
      receive: (connection, text) => this.#frames.receive(connection, text),
      onOpened: () => {
        this.#reaper.schedule()
        this.#arrive()
      },
      onClosed: (connection) => ctx.waitUntil(this.#depart(connection)),
    })
    this.#publishHeads()
  }

  /** Accepts a socket that the edge has checked (session, Origin). */
  override async fetch(request: Request): Promise<Response> {
    const sid = request.headers.get(sessionHeader)
    if (!sid || request.headers.get('upgrade') !== 'websocket') return new Response(null, { status: 426 })
    const { 0: client, 1: server } = new WebSocketPair()
    if (!this.env.PUBLIC_ORIGIN) this.#letters.keepLocalOrigin(request.headers.get(originHeader) ?? '')
    const refused = this.#refusal(sid)
    const connection = this.#connections.accept(server, { sid, isPacked: request.headers.has(packedHeader) }, Date.now())
    if (refused) connection.close(refused.code, refused.reason)
    else this.#arrive()
    const shows = this.#visibility.read()
    const headers = { [visibilityHeader]: shows === null ? '' : shows ? '1' : '0' }
    return new Response(null, { status: 101, webSocket: client, headers })
  }

  /** A call of a polling client whom the edge has checked. It is held while there is nothing to tell. */
  async poll(sid: string, input: PollInput): Promise<PollReply> {
    const reply = await this.#polls.answer(sid, input)
    return input.poll === undefined ? { ...reply, showsOnline: this.#visibility.read() } : reply
  }

  #refusal(sid: string): { code: number; reason: string } | null {
    if (this.#joined.hasEnded(sid)) return { code: closeCodes.unauthorized, reason: 'session ended' }
    this.#connections.forgetClosed(Date.now())
    const isFull = this.#connections.open().length >= maxConnections
    return isFull ? { code: closeCodes.tooMany, reason: 'too many connections' } : null
  }

  override async webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): Promise<void> {
    const connection = this.#connections.of(socket)
    connection.transport.hear(Date.now())
    await this.#frames.receive(connection, frame)
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    const connection = this.#connections.of(socket)
    // Nobody else answers the close frame of a hibernating socket, and its own code may be one that cannot be sent (1005).
    connection.close(code < 3000 ? normalClosure : code, 'goodbye')
    await this.#depart(connection)
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.#depart(this.#connections.of(socket))
  }

  /** Takes a connection out of everything; a conversation that cannot be told now is told by the reaper. */
  async #depart(connection: Connection): Promise<void> {
    this.#connections.forgetClosed(Date.now())
    await this.#rooms.leaveAll(connection)
    this.#publishHeads()
    this.#reaper.schedule()
  }

  summary(): Summary {
    return {
      unread: this.#inbox.countUnread(),
      requests: this.#inbox.countRequests(),
      notifications: this.#notifications.countUnread(),
      bell: this.#notifications.countAtBell(),
      likes: this.#notifications.countLikes(),
      conversations: this.#inbox.listUnread(),
    }
  }

  /** For a page: the same, once people who are not to be met any more are out of it. */
  async freshSummary(): Promise<Summary> {
    await this.#absentPeople.leaveOut()
    return this.summary()
  }

  inbox(limit: number = inboxPage, before?: number, only?: 'inbox' | 'requests'): InboxRow[] {
    return this.#inbox.list(limit, before, only)
  }

  /** Searches the member's own messages; `text` as `searchText` gives it. */
  search(text: string, after: SearchCursor | null): Promise<FoundPage> {
    return this.#searcher.find(text, after)
  }

  preferences(): Preferences {
    return this.#preferences.read()
  }

  changePreferences(changed: Partial<Preferences>): Preferences {
    const { readMarks } = this.#preferences.read()
    const preferences = this.#preferences.change(changed)
    if (preferences.readMarks !== readMarks) {
      this.#marks.markAllDue(preferences.readMarks)
      this.#teller.start()
    }
    return preferences
  }

  /** No more letters about these kinds. */
  stopLetters(kinds: readonly NotificationKind[]): void {
    this.#preferences.change({ notifications: withoutLetters(this.#preferences.read().notifications, kinds) })
  }

  /** Whether the member's presence shows, from now on and in the conversations that are open. */
  setVisibility(showsOnline: boolean): void {
    this.#visibility.set(showsOnline)
    this.#teller.start()
    this.#arrive()
  }

  /** A message that the member sends by a plain call; on a connection it comes as a frame. */
  async send(conversation: string, message: OwnMessage): Promise<SendResult> {
    const result = await passing('send', this.#outgoing.sendPlain(conversation, message))
    if (!result.ok) return result
    if (result.delivery) this.#takeOwn(result.delivery)
    const { epoch, seq, sentAt } = result
    return { ok: true, epoch, seq, sentAt }
  }

  /** Edits, takes back or reacts to a message in the member's name. */
  change(conversation: string, change: OwnChange): Promise<{ ok: true } | Refusal> {
    return passing('change', this.#outgoing.change(conversation, change))
  }

  /** The member's own delivery, which travels beside the others: the end of the conversation may have overtaken it. */
  #takeOwn(delivery: Delivery): void {
    if (this.#inbox.find(delivery.conversation)?.epoch === delivery.epoch) this.deliver(delivery)
  }

  /**
   * Takes a conversation's delivery. What is on screen is shown before it is stored: it goes to the disk with what follows
   * within seconds, and the conversation tells it again if this object dies before.
   */
  deliver(delivery: Delivery): Acknowledgement {
    const { conversation } = delivery
    const isOnScreen = this.#connections.hasJoined(channelName.conversation(conversation))
    // Some device shows at once what comes: in the conversation, or in its row of the inbox.
    const applied = this.#inbox.apply(delivery, isOnScreen || this.#announcer.isHeard)
    if (applied) this.#tell(delivery, applied, isOnScreen)
    if (!applied?.mayWait || delivery.settle || !isOnScreen || this.#late.isFull) this.#late.flush()
    const place = applied?.place ?? { delivered: 0, readAt: 0, keptRead: 0 }
    return {
      progress: progressOf(place, this.#preferences.read().readMarks),
      stored: this.#inbox.storedHead(conversation, delivery.epoch),
      lacks: applied === null,
    }
  }

  /** Nothing in here waits, so deliveries keep their order. */
  #tell(delivery: Delivery, { fresh, arrived, isRowChanged, isAccepted, isOtherLog }: Applied, isOnScreen: boolean): void {
    const { conversation } = delivery
    const channel = channelName.conversation(conversation)
    for (const change of delivery.presence) this.#announcer.presence(channel, change)
    if (isOtherLog) this.#searcher.forget(conversation)
    this.#searcher.take(delivery)
    for (const message of fresh) this.#announcer.message(channel, message)
    for (const marks of delivery.marks) this.#announcer.marks(channel, marks)
    if (isRowChanged) this.#tellInbox(conversation)
    if (isAccepted && this.#notifications.markConversationRead(conversation)) this.#notifier.tellCount()
    // Also for a repeat: should the first one have failed half-way, clients find out by the head.
    if (isOnScreen && delivery.messages.length > 0) this.#publishHeads()
    if (fresh.length === 0) return
    const last = arrived.findLast((message) => !message.deleted)
    // Of a request its sender's act is told, not its words.
    if (delivery.stage !== 'open') return
    if (last && last.from !== delivery.self && !delivery.silent) this.#notifyOf(conversation, last, isOnScreen)
    else if (isRowChanged) this.#settleNotices(conversation)
  }

  /** A conversation has ended: it leaves no row, count, notification or open channel behind. May be repeated. */
  drop(conversation: string): void {
    this.#announcer.closed(channelName.conversation(conversation))
    this.#joined.removeConversation(conversation)
    if (this.#notifications.forgetConversation(conversation)) this.#notifier.tellCount()
    this.#searcher.forget(conversation)
    const gone = this.#inbox.forget(conversation)
    if (gone) this.#announcer.inbox(gone)
    this.#publishHeads()
  }

  /**
   * A block: the conversation with the other is gone, whether or not it can say so itself, and no notification names them or
   * counts them among others. May be repeated.
   */
  forgetPerson(person: string): void {
    for (const conversation of this.#inbox.listWith(person)) this.drop(conversation)
    this.#acquaintances.forget(person)
    if (this.#notifications.forgetPerson(person)) this.#notifier.tellCount()
  }

  #tellInbox(conversation: string): void {
    const change = this.#inbox.findEvent(conversation)
    if (change) this.#announcer.inbox(change)
  }

  /** Where nothing is unread any more, there is nothing to notify of either. */
  #settleNotices(conversation: string): void {
    if (this.#inbox.findUnread(conversation) !== 0) return
    if (this.#notifications.markConversationRead(conversation)) this.#notifier.tellCount()
  }

  #notifyOf(conversation: string, { seq, from, text, photo }: WireMessage, isOpen: boolean): void {
    const preview = { text: previewOf(text), hasPhoto: photo !== undefined }
    const notice: Notice = { id: crypto.randomUUID(), kind: 'message', from, conversation }
    if (!isOpen) return this.#notifier.take(notice, { preview })
    this.#notifier.hint(notice, preview)
    this.#unseen.note(conversation, seq)
  }

  /** Keeps a notification and shows it; one that is known by its id is not shown again. */
  notify(notice: Notice, options: { exceptSid?: string; quietly?: boolean } = {}): void {
    this.#notifier.take(notice, options)
  }

  /** A connection is open, or may be seen from now on: whoever keeps the member may want to know. */
  #arrive(): void {
    this.ctx.waitUntil(this.#arrivals.announce(Date.now()))
  }

  /** Somebody whom the member keeps and is matched with has come online. */
  hearArrival(from: string, conversation: string): void {
    this.#arrivals.hear(from, conversation, Date.now())
  }

  /** Somebody has looked at the member's profile. */
  expectVisitors(): void {
    this.#visitorDesk.expect(Date.now())
  }

  notices(limit: number, before: NotificationCursor | null): KeptNotice[] {
    return this.#notifications.list(limit, before)
  }

  /** One notification, or all of them, were looked at. */
  markNoticesRead(id: string | null): { unread: number } {
    if (this.#notifications.markRead(id)) this.#notifier.tellCount()
    return { unread: this.#notifications.countUnread() }
  }

  /** Notifications of a kind, up to a time, were looked at in the place that they lead to. */
  markKindRead(kind: NotificationKind, until: number): void {
    if (this.#notifications.markKindRead(kind, until)) this.#notifier.tellCount()
    if (kind === 'visitor') this.ctx.waitUntil(this.#visitorDesk.count(Date.now()))
  }

  /** A like was taken back: nothing tells of it any more. */
  forgetLike(person: string): void {
    if (this.#notifications.forgetPerson(person, 'like')) this.#notifier.tellCount()
  }

  /** Who does not let others know that they are writing is not told either. */
  clientEvent(event: HubClientEvent): void {
    if (event.event !== typingEvent || this.#preferences.read().typing) this.#announcer.clientEvent(event)
  }

  /** Everything up to `seq` has been seen; null when the member has no such conversation. */
  markRead(conversation: string, seq: number): { unread: number } | null {
    const before = this.#inbox.findUnread(conversation)
    if (before === null || !this.#inbox.markRead(conversation, seq)) return null
    this.#teller.start()
    this.#settleNotices(conversation)
    if (this.#inbox.findUnread(conversation) !== before) this.#tellInbox(conversation)
    return { unread: this.#inbox.countUnread() }
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

  /** Closes every socket: the member may see nothing any more. The edge lets none in again while that is so. */
  async disconnectAll(): Promise<void> {
    const open = this.#connections.open()
    for (const connection of open) connection.close(closeCodes.forbidden, 'restricted')
    await Promise.all(open.map((connection) => this.#depart(connection)))
  }

  override async alarm(): Promise<void> {
    await this.#alarms.run(Date.now(), (name) => this.#carryOut(name))
  }

  async #carryOut(name: AlarmName): Promise<void> {
    switch (name) {
      case 'reap':
        await this.#reaper.sweep()
        return this.#publishHeads()
      case 'index':
        return this.#searcher.fillSome()
      case 'tell':
        return this.#teller.run()
      case 'unseen':
        return this.#unseen.sweep()
      case 'letter':
        return this.#letterDesk.write(Date.now())
      case 'visitors':
        return this.#visitorDesk.tell(Date.now())
      case 'visitor-badge':
        return this.#visitorDesk.count(Date.now())
      default:
        return name satisfies never
    }
  }

  #afterJoinedChange(): void {
    this.#publishHeads()
    this.#reaper.schedule()
  }

  /** Sets the answer to `ping` anew when a head has changed; it is given without waking the object. */
  #publishHeads(): void {
    const heads = this.#inbox
      .listHeads(this.#joined.conversations())
      .map(({ conversation, head }) => ({ channel: channelName.conversation(conversation), head }))
    const pong = pongText(heads)
    if (pong === this.#pong) return
    this.#pong = pong
    this.ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(ping, pong))
  }
}

/** What a conversation answers; a failure, mostly of one that a deployment or a move has just restarted, as 'unavailable'. */
async function passing<Result>(what: string, answer: Promise<Result>): Promise<Result | Refusal> {
  try {
    return await answer
  } catch (error) {
    warn(what, error)
    return { ok: false, code: 'unavailable' }
  }
}
