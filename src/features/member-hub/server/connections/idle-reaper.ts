import { closeCodes } from '#shared/realtime/wire.ts'
import { isGone, nextReapAt } from '#features/member-hub/rules.ts'
import type { AlarmScheduler } from '#server/objects/alarm-scheduler.ts'
import type { Connections } from './connections.ts'
import type { ConversationClient } from '../conversations/conversation-client.ts'

const againMs = 2_000

/**
 * Finds connections that went without a close: silent ones, and those of an object's earlier life. After an abort, and on
 * a half-open transport, `webSocketClose` never runs. Its alarm runs only while a conversation believes someone to be there, or
 * a poll queue is open.
 */
export class IdleReaper {
  readonly #alarms: AlarmScheduler
  readonly #connections: Connections
  readonly #rooms: ConversationClient

  constructor(alarms: AlarmScheduler, connections: Connections, rooms: ConversationClient) {
    this.#alarms = alarms
    this.#connections = connections
    this.#rooms = rooms
    if (rooms.findStale(connections.open()).length > 0) alarms.wish('reap', Date.now())
  }

  /** Closes who is silent (4408), takes out who is gone, and plans the next look. */
  async sweep(): Promise<void> {
    const now = Date.now()
    for (const connection of this.#connections.open()) {
      if (isGone(connection.transport.heardAt, now)) connection.close(closeCodes.timeout, 'silent for too long')
    }
    this.#connections.forgetClosed(now)
    await this.#rooms.leave(this.#rooms.findStale(this.#connections.open()))
    this.schedule()
  }

  /** Asks for an alarm at the first moment at which there can be something to do. */
  schedule(): void {
    const open = this.#connections.open()
    const places = this.#rooms.places()
    const watched = open.filter(({ id, transport }) => transport.isWatched || places.some(({ connection }) => connection === id))
    const isUntold = this.#rooms.findStale(open).length > 0
    const at = isUntold ? Date.now() + againMs : nextReapAt(watched.map(({ transport }) => transport.heardAt))
    if (at !== null) this.#alarms.wish('reap', at)
  }
}
