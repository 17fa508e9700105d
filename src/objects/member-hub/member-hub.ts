import type {
  Acknowledgement,
  Delivery,
  HubClientEvent,
  OwnChange,
  OwnMessage,
  Refusal,
  SendResult,
} from '#features/chat/contract.ts'
import type { StoredNotification, Notice, NotificationCursor, OwnLike, Preferences } from '#features/notifications/contract.ts'
import type { Env } from '#server/env.ts'
import { inJurisdiction } from '#server/objects/jurisdiction.ts'
import { migrateObject } from '#server/objects/migrate.ts'
import { typingEvent, type NotificationKind } from '#shared/realtime/wire.ts'
import type {
  FoundPage,
  InboxRow,
  MemberHubRpc,
  PollInput,
  PollReply,
  SearchCursor,
  Summary,
} from '#features/member-hub/contract.ts'
import { acceptSocket } from './accept-socket.ts'
import { forgetConversation, forgetPerson } from './forget-conversation.ts'
import { markRead } from './mark-read.ts'
import { createParts, type HubParts } from './parts.ts'
import { hubSchema } from './schema.ts'
import { inboxPage } from './summaries.ts'
import { DatesHub } from './dates/dates-hub.ts'
import type { Bookings } from './dates/bookings.ts'
import type { Seat } from './seat/seat.ts'

const normalClosure = 1000

/**
 * One member's hub (architecture, 'Realtime'): sockets, inbox, unread counts and notifications. It hibernates while nothing
 * happens; sockets and storage hold all that it needs afterwards.
 */
export class MemberHub extends DatesHub implements MemberHubRpc {
  readonly #parts: HubParts
  protected override readonly seat: Seat
  protected override readonly bookings: Bookings

  constructor(ctx: DurableObjectState, bindings: Env) {
    super(ctx, inJurisdiction(bindings))
    migrateObject(ctx.storage, hubSchema)
    this.#parts = createParts(ctx, this.env)
    this.seat = this.#parts.seat
    this.bookings = this.#parts.bookings
  }

  override async fetch(request: Request): Promise<Response> {
    return acceptSocket(this.#parts, request)
  }

  override async webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): Promise<void> {
    const connection = this.#parts.connections.of(socket)
    connection.transport.touch(Date.now())
    await this.#parts.frames.receive(connection, frame)
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    const connection = this.#parts.connections.of(socket)
    // The hub itself must answer the close frame of a hibernating socket; the client's code may be one that cannot be sent
    // (1005).
    connection.close(code < 3000 ? normalClosure : code, 'goodbye')
    await this.#parts.lifecycle.closed(connection)
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.#parts.lifecycle.closed(this.#parts.connections.of(socket))
  }

  override async alarm(): Promise<void> {
    await this.#parts.alarms.run()
  }

  poll(sid: string, input: PollInput): Promise<PollReply> {
    return this.#parts.polls.answer(sid, input)
  }

  summary(): Summary {
    return this.#parts.summaries.read()
  }

  freshSummary(): Promise<Summary> {
    return this.#parts.summaries.readFresh()
  }

  inbox(limit: number = inboxPage, before?: number, only?: 'inbox' | 'requests'): InboxRow[] {
    return this.#parts.inbox.list(limit, before, only)
  }

  search(text: string, after: SearchCursor | null): Promise<FoundPage> {
    return this.#parts.search.find(text, after)
  }

  send(conversation: string, message: OwnMessage): Promise<SendResult> {
    return this.#parts.outgoing.sendText(conversation, message)
  }

  change(conversation: string, change: OwnChange): Promise<{ ok: true } | Refusal> {
    return this.#parts.outgoing.change(conversation, change)
  }

  markRead(conversation: string, seq: number): { unread: number } | null {
    return markRead(this.#parts, conversation, seq)
  }

  deliver(delivery: Delivery): Acknowledgement {
    return this.#parts.deliveries.receive(delivery)
  }

  drop(conversation: string): void {
    forgetConversation(this.#parts, conversation)
  }

  forgetPerson(person: string): void {
    forgetPerson(this.#parts, person)
  }

  /** Typing is reciprocal: a member who does not share it does not see it. */
  clientEvent(event: HubClientEvent): void {
    const { broadcaster, notifications } = this.#parts
    if (event.event !== typingEvent || notifications.preferences.read().typing) broadcaster.clientEvent(event)
  }

  preferences(): Preferences {
    return this.#parts.notifications.preferences.read()
  }

  changePreferences(changed: Partial<Preferences>): Preferences {
    const { notifications, receipts } = this.#parts
    const { readMarks } = this.preferences()
    const preferences = notifications.preferences.change(changed)
    if (preferences.readMarks !== readMarks) receipts.sharingChanged(preferences.readMarks)
    return preferences
  }

  stopEmails(kinds: readonly NotificationKind[]): void {
    this.#parts.notifications.stopEmails(kinds)
  }

  setVisibility(showsOnline: boolean): void {
    this.#parts.lifecycle.setVisibility(showsOnline)
  }

  notify(notice: Notice, options: { exceptSid?: string; quietly?: boolean } = {}): void {
    this.#parts.notifications.notify(notice, options)
  }

  showOwnLike(like: OwnLike): void {
    this.#parts.notifications.showOwnLike(like)
  }

  showCart(revision: number): void {
    this.#parts.broadcaster.cart(revision)
  }

  notices(limit: number, before: NotificationCursor | null): StoredNotification[] {
    return this.#parts.notifications.list(limit, before)
  }

  markNoticesRead(id: string | null): { unread: number } {
    return this.#parts.notifications.markRead(id)
  }

  markKindRead(kind: NotificationKind, until: number): void {
    this.#parts.notifications.markKindRead(kind, until)
  }

  forgetLike(person: string): void {
    this.#parts.notifications.forgetLike(person)
  }

  expectVisitors(): void {
    this.#parts.notifications.scheduleVisitorDigest()
  }

  notifyOnline(from: string, conversation: string): void {
    this.#parts.notifications.receiveOnlineAlert(from, conversation)
  }

  pushStarted(): void {
    this.#parts.notifications.push.start(Date.now())
  }

  pushEnded(since: number): void {
    this.#parts.notifications.push.end(since)
  }

  disconnect(sid: string): Promise<void> {
    return this.#parts.lifecycle.endSession(sid)
  }

  disconnectAll(): Promise<void> {
    return this.#parts.lifecycle.endAll()
  }
}
