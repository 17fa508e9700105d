import { DurableObject } from 'cloudflare:workers'
import type { BookResult, DatesHubRpc, DatesRecord, WaitAlertResult } from '#features/encounters/dates/contract.ts'
import type {
  Acknowledgement,
  ChatHubRpc,
  Delivery,
  HubClientEvent,
  OwnChange,
  OwnMessage,
  Refusal,
  SendResult,
  FoundPage,
  InboxRow,
  SearchCursor,
} from '#features/chat/contract.ts'
import type {
  EncounterNews,
  EncounterOpening,
  LanguageChoice,
  Seat as SeatState,
  SeatHubRpc,
  SeatOverview,
  StartCall,
  StartResult,
} from '#features/encounters/contract.ts'
import type {
  NoticesRead,
  StoredNotification,
  Notice,
  NotificationCursor,
  OwnLike,
  Preferences,
} from '#features/notifications/contract.ts'
import type { Env } from '#server/env.ts'
import { inJurisdiction } from '#server/objects/jurisdiction.ts'
import { migrateObject } from '#objects/platform/migrate.ts'
import { isPurged, purgeStorage } from '#objects/platform/tombstone.ts'
import { closeCodes, typingEvent, type NotificationKind } from '#shared/realtime/wire.ts'
import type { DirectAdmission, DirectAdmitted, LeaseReport, Leased } from '#shared/realtime/direct/direct-socket.ts'
import type { HubTable, StoredRows } from '#shared/realtime/stored-rows.ts'
import type { MemberHubRpc, PageRead, PollInput, PollReply, Summary, WantedPhoto } from '#features/member-hub/contract.ts'
import { acceptSocket } from './accept-socket.ts'
import { forgetConversation, forgetPerson } from './forget-conversation.ts'
import { markReadByPage, readSeqOf } from './mark-read.ts'
import { createParts, type HubParts } from './parts.ts'
import { hubSchema } from './schema.ts'
import { inboxPage } from './summaries.ts'

const normalClosure = 1000
const purged: DirectAdmitted = { ok: false, code: closeCodes.forbidden, reason: 'purged' }
const noProgress = { delivered: 0, read: 0, sharesRead: false }

/**
 * One member's hub (architecture, 'Realtime'): sockets, inbox, unread counts and notifications. It hibernates while nothing
 * happens; sockets and storage hold everything it needs afterwards. A purged member's hub only has a tombstone: what conversations,
 * queues and cron jobs still send to it is dropped, and everything else fails.
 */
export class MemberHub extends DurableObject<Env> implements MemberHubRpc, ChatHubRpc, SeatHubRpc, DatesHubRpc {
  /** Null once the member is purged. */
  #live: HubParts | null = null

  constructor(ctx: DurableObjectState, bindings: Env) {
    super(ctx, inJurisdiction(bindings))
    if (isPurged(ctx.storage)) return
    migrateObject(ctx.storage, hubSchema)
    this.#live = createParts(ctx, this.env)
  }

  get #parts(): HubParts {
    if (!this.#live) throw new Error('The member of this hub was purged')
    return this.#live
  }

  async purge(): Promise<void> {
    const parts = this.#live
    if (!parts) return
    await parts.lifecycle.endAll()
    await parts.bookings.end()
    // A call that arrived meanwhile may have been another purge.
    if (!this.#live) return
    this.#live = null
    parts.stop()
    await purgeStorage(this.ctx.storage, Date.now())
  }

  override async fetch(request: Request): Promise<Response> {
    return this.#live ? acceptSocket(this.#live, request) : new Response(null, { status: 403 })
  }

  override async webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): Promise<void> {
    if (!this.#live) return
    const connection = this.#parts.connections.of(socket)
    connection.transport.touch(Date.now())
    await this.#parts.frames.receive(connection, frame)
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    if (!this.#live) return
    const connection = this.#parts.connections.of(socket)
    // The hub itself must answer the close frame of a hibernating socket; the client's code may be one that cannot be sent
    // (1005).
    connection.close(code < 3000 ? normalClosure : code, 'goodbye')
    await this.#parts.lifecycle.closed(connection)
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.#live?.lifecycle.closed(this.#live.connections.of(socket))
  }

  override async alarm(): Promise<void> {
    await this.#live?.alarms.run()
  }

  async poll(sid: string, input: PollInput): Promise<PollReply> {
    return (await this.#parts.polls()).answer(sid, input)
  }

  summary(): Summary {
    return this.#parts.summaries.read()
  }

  freshSummary(peopleRevision: number | null = null, read: PageRead | null = null): Promise<Summary> {
    const { photoAccess, pageReads, summaries } = this.#parts
    if (read) {
      const { sid, readAt, showsOnline } = read
      photoAccess.grant(read)
      pageReads.note({ sid, readAt, showsOnline, peopleRevision }, Date.now())
    }
    return summaries.readFresh(peopleRevision)
  }

  mayOpenPhoto(wanted: WantedPhoto): Promise<boolean> {
    return this.#parts.photoAccess.mayOpen(wanted, Date.now())
  }

  inbox(limit: number = inboxPage, before?: number, only?: 'inbox' | 'requests'): InboxRow[] {
    return this.#parts.inbox.list(limit, before, only)
  }

  async search(text: string, after: SearchCursor | null): Promise<FoundPage> {
    await this.#parts.directs.catchUp()
    return this.#parts.search.find(text, after)
  }

  send(conversation: string, message: OwnMessage): Promise<SendResult> {
    return this.#parts.outgoing.sendText(conversation, message)
  }

  change(conversation: string, change: OwnChange): Promise<{ ok: true } | Refusal> {
    return this.#parts.outgoing.change(conversation, change)
  }

  markRead(conversation: string, seq: number): Promise<{ unread: number } | null> {
    return markReadByPage(this.#parts, conversation, seq)
  }

  deliver(delivery: Delivery): Acknowledgement {
    // Acknowledged: otherwise the conversation would repeat it.
    if (!this.#live) return { progress: noProgress, stored: delivery.upTo, hasGap: false }
    const { deliveries, directs } = this.#live
    const acknowledgement = deliveries.receive(delivery)
    // Afterwards: what the conversation gets to know depends on what was read.
    const direct = delivery.direct && directs.sync(delivery.conversation, delivery.direct)
    return { ...acknowledgement, ...(direct ? { direct } : {}) }
  }

  async admitDirect(conversation: string, admission: DirectAdmission): Promise<DirectAdmitted> {
    return (await this.#live?.directs.admit(conversation, admission)) ?? purged
  }

  leaseMessages(conversation: string, report: LeaseReport): Promise<Leased> {
    return this.#parts.directs.lease(conversation, report)
  }

  drop(conversation: string): void {
    if (this.#live) forgetConversation(this.#live, conversation)
  }

  forgetPerson(person: string): void {
    if (this.#live) forgetPerson(this.#live, person)
  }

  /** Typing is reciprocal: a member who does not share it does not see it. */
  clientEvent(event: HubClientEvent): void {
    if (!this.#live) return
    const { broadcaster, notifications } = this.#live
    if (event.event !== typingEvent || notifications.preferences.read().typing) broadcaster.clientEvent(event)
  }

  preferences(): Preferences {
    return this.#parts.notifications.preferences.read()
  }

  async changePreferences(changed: Partial<Preferences>): Promise<Preferences> {
    const { notifications, receipts, directs } = this.#parts
    // What pages have read until now stays private: it has to be known here before that is noted.
    if (changed.readMarks && !this.preferences().readMarks) await directs.catchUp()
    const { readMarks, typing } = this.preferences()
    const preferences = notifications.preferences.change(changed)
    if (preferences.readMarks !== readMarks) receipts.sharingChanged(preferences.readMarks)
    if (preferences.typing !== typing || preferences.readMarks !== readMarks) this.ctx.waitUntil(directs.sendFacts())
    return preferences
  }

  stopEmails(kinds: readonly NotificationKind[]): void {
    this.#live?.notifications.stopEmails(kinds)
  }

  setVisibility(showsOnline: boolean): void {
    this.#parts.lifecycle.setVisibility(showsOnline)
  }

  notify(notice: Notice, options: { exceptSid?: string; quietly?: boolean } = {}): void {
    this.#live?.notifications.notify(notice, options)
  }

  showOwnLike(like: OwnLike): void {
    this.#parts.notifications.showOwnLike(like)
  }

  showCart(revision: number): void {
    this.#live?.broadcaster.cart(revision)
  }

  notices(limit: number, before: NotificationCursor | null): StoredNotification[] {
    return this.#parts.notifications.list(limit, before)
  }

  markNoticesRead(id: string | null): NoticesRead {
    return this.#parts.notifications.markRead(id)
  }

  markKindRead(kind: NotificationKind, until: number): void {
    this.#live?.notifications.markKindRead(kind, until)
  }

  forgetLike(person: string): void {
    this.#live?.notifications.forgetLike(person)
  }

  expectVisitors(): void {
    this.#live?.notifications.scheduleVisitorDigest()
  }

  notifyOnline(from: string, conversation: string): void {
    this.#live?.notifications.receiveOnlineAlert(from, conversation)
  }

  /** Loaded here: an isolate that serves pages does not evaluate the register of personal data. */
  async exportRows(table: HubTable, after: string | null): Promise<StoredRows> {
    const { exportRows } = await import('./export-rows.ts')
    return exportRows(this.ctx.storage.sql, table, after)
  }

  readSeqOf(conversation: string): number {
    return readSeqOf(this.ctx.storage.sql, conversation)
  }

  pushStarted(): void {
    this.#parts.notifications.push.start(Date.now())
  }

  pushEnded(since: number): void {
    this.#live?.notifications.push.end(since)
  }

  readSeat(): SeatState {
    return this.#parts.seat.read()
  }

  seatOverview(): SeatOverview {
    const { seat, talkLanguages } = this.#parts
    return { seat: seat.read(), languages: talkLanguages.find() }
  }

  async startWait({ choice, ...rest }: StartCall): Promise<StartResult> {
    const { seat, talkLanguages, bookings } = this.#parts
    this.ctx.waitUntil(bookings.endWaitAlert())
    return seat.start({ ...rest, languages: talkLanguages.choose(choice) })
  }

  withdrawWait(): Promise<void> {
    return this.#parts.seat.withdraw()
  }

  nextPartner(id: string): Promise<StartResult> {
    return this.#parts.seat.next(id)
  }

  reserveSeat(ticket: string, id: string, partner: string): boolean {
    return this.#live?.seat.reserve(ticket, id, partner) ?? false
  }

  releaseSeat(ticket: string, id: string): void {
    this.#live?.seat.release(ticket, id)
  }

  encounterOpening(id: string): Promise<EncounterOpening> {
    return this.#parts.seat.opening(id)
  }

  encounterNews(news: EncounterNews): boolean {
    return this.#live?.seat.news(news) ?? true
  }

  async stopEncounters(): Promise<number | null> {
    if (!this.#live) return null
    this.#live.bookings.review()
    return this.#live.seat.stop()
  }

  readDates(): Promise<DatesRecord> {
    return this.#parts.bookings.read()
  }

  bookDate(slot: number, choice: LanguageChoice): Promise<BookResult> {
    const { bookings, talkLanguages } = this.#parts
    return bookings.book(slot, talkLanguages.choose(choice))
  }

  cancelDate(slot: number): Promise<void> {
    return this.#parts.bookings.cancel(slot)
  }

  async changeWaitAlert(choice: LanguageChoice | null): Promise<WaitAlertResult> {
    const { bookings, talkLanguages } = this.#parts
    return (await bookings.waitAlert()).change(choice && talkLanguages.choose(choice))
  }

  async deliverWaitAlert(): Promise<boolean> {
    return (await (await this.#live?.bookings.waitAlert())?.deliver()) ?? false
  }

  reviewAttendance(): void {
    this.#live?.bookings.review()
  }

  async disconnect(sid: string): Promise<void> {
    await this.#live?.lifecycle.endSession(sid)
  }

  async disconnectAll(): Promise<void> {
    await this.#live?.lifecycle.endAll()
  }
}
