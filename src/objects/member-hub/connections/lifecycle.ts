import { maxConnections } from '../rules.ts'
import { withTimeoutOrNull } from '#server/objects/with-timeout.ts'
import { closeCodes } from '#shared/realtime/wire.ts'
import type { ConversationClient } from '../conversations/conversation-client.ts'
import type { ReceiptSync } from '../conversations/receipt-sync.ts'
import type { Visibility } from '../conversations/visibility.ts'
import type { Connection } from '#objects/platform/connection.ts'
import type { Connections } from './connections.ts'
import type { AccessEnd } from '../access-end.ts'
import type { EndedSessions } from './ended-sessions.ts'
import type { IdleReaper } from './idle-reaper.ts'
import type { Pong } from './pong.ts'
import type { PhotoAccess } from '../photo-access.ts'
import type { LazyDirects } from '../direct/lazy-directs.ts'
import type { Bookings } from '../dates/bookings.ts'
import type { Seat } from '../seat/seat.ts'
import type { Notifications } from '../notifications/notifications.ts'

export type LifecycleDeps = {
  connections: Connections
  conversations: ConversationClient
  visibility: Visibility
  receipts: ReceiptSync
  endedSessions: EndedSessions
  accessEnd: AccessEnd
  directs: Pick<LazyDirects, 'end' | 'sendFacts' | 'connectionClosed'>
  reaper: IdleReaper
  pong: Pong
  notifications: Notifications
  seat: Seat
  bookings: Bookings
  photoAccess: PhotoAccess
}

/** Time limit for ending a wait or encounter; after it, connections are closed anyway. */
const leaveMs = 500

/** The consequences of opening a connection, of joining and leaving channels, and of the connection's end. */
export class Lifecycle {
  readonly #deps: LifecycleDeps

  constructor(deps: LifecycleDeps) {
    this.#deps = deps
  }

  /** Returns why this session may not open a connection now, or null. */
  refusal(sid: string): { code: number; reason: string } | null {
    const { connections, endedSessions } = this.#deps
    if (endedSessions.has(sid)) return { code: closeCodes.unauthorized, reason: 'session ended' }
    connections.forgetClosed(Date.now())
    const isFull = connections.open().length >= maxConnections
    return isFull ? { code: closeCodes.tooMany, reason: 'too many connections' } : null
  }

  /** Called when a socket is open. The reaper is not needed before it joins a conversation. */
  socketOpened(): void {
    this.#opened()
  }

  pollOpened(): void {
    this.#deps.reaper.schedule()
    this.#opened()
  }

  #opened(): void {
    this.#deps.notifications.sendOnlineAlerts()
    this.#deps.seat.connectionsChanged()
    this.#deps.bookings.connectionsChanged()
  }

  /** Shows or hides the member's presence, from now on and in open conversations. */
  setVisibility(showsOnline: boolean): void {
    const { visibility, receipts, directs, notifications } = this.#deps
    visibility.set(showsOnline)
    receipts.start()
    void directs.sendFacts()
    notifications.sendOnlineAlerts()
  }

  /** Called when the set of joined conversations changes. */
  joinedChanged(): void {
    this.#deps.pong.update()
    this.#deps.reaper.schedule()
  }

  /** Removes a closed connection from everything. The reaper retries conversations that cannot be reached now. */
  async closed(connection: Connection): Promise<void> {
    this.#deps.connections.forgetClosed(Date.now())
    this.#deps.seat.connectionsChanged()
    this.#deps.directs.connectionClosed()
    await this.#deps.conversations.leaveAll(connection)
    this.joinedChanged()
  }

  /** Ends a session's access: its connections close now, and its token cannot open new ones while it is valid. */
  async endSession(sid: string): Promise<void> {
    const { connections, endedSessions, directs, photoAccess, bookings } = this.#deps
    photoAccess.revoke(Date.now())
    endedSessions.add(sid, Date.now())
    bookings.reviewWaitAlert()
    const ended = connections.open().filter((connection) => connection.sid === sid)
    const closing = this.#closeAll(ended, closeCodes.unauthorized, 'session ended')
    await Promise.all([closing, directs.end(sid, closeCodes.unauthorized)])
  }

  /**
   * Ends a wait or encounter as if the member had left it, and closes every connection: the member may no longer see anything.
   * The edge opens none while that lasts.
   */
  async endAll(): Promise<void> {
    const { connections, directs, seat, bookings, accessEnd, photoAccess } = this.#deps
    // Before anything that can fail: a page that was read before opens nothing after it.
    accessEnd.note(Date.now())
    photoAccess.revoke(Date.now())
    // First: a broken connection is visible to the partner, and a leave must not look like one.
    await withTimeoutOrNull('seat', leaveMs, seat.stop())
    bookings.review()
    const closing = this.#closeAll(connections.open(), closeCodes.forbidden, 'restricted')
    await Promise.all([closing, directs.end(null, closeCodes.forbidden)])
  }

  async #closeAll(connections: readonly Connection[], code: number, reason: string): Promise<void> {
    for (const connection of connections) connection.close(code, reason)
    // A half-open socket never confirms its close, so its presence ends here.
    await Promise.all(connections.map((connection) => this.closed(connection)))
  }
}
