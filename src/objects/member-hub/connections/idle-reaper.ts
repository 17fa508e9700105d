import { closeCodes } from '#shared/realtime/wire.ts'
import { isGone, nextReapAt } from '../rules.ts'
import type { AlarmHandlers, Schedule } from '#objects/platform/alarm-scheduler.ts'
import type { ConversationClient } from '../conversations/conversation-client.ts'
import type { Memberships } from '../conversations/memberships.ts'
import type { DirectRows } from '../direct/direct-rows.ts'
import type { Connection } from '#objects/platform/connection.ts'
import type { Connections } from './connections.ts'
import type { Pong } from './pong.ts'

export type IdleReaperDeps = {
  connections: Connections
  memberships: Memberships
  directRows: Pick<DirectRows, 'listTabs'>
  conversations: ConversationClient
  pong: Pong
  alarms: Schedule<'reap-connections'>
}

const retryMs = 2_000

/**
 * Finds connections that ended without a close: silent ones, and those from before a restart. `webSocketClose` never runs after
 * an abort or on a half-open connection. The alarm is only set while a conversation counts some connection as present, a poll queue
 * is open, or a page has a direct socket: its network fails for both of its sockets.
 */
export class IdleReaper {
  readonly #deps: IdleReaperDeps
  readonly alarms: AlarmHandlers<'reap-connections'> = { 'reap-connections': () => this.#sweep() }

  constructor(deps: IdleReaperDeps) {
    this.#deps = deps
    if (this.#hasStale()) deps.alarms.schedule('reap-connections', Date.now())
  }

  /** Closes silent connections (4408), removes stale ones from their conversations, and schedules the next sweep. */
  async #sweep(): Promise<void> {
    const { connections, memberships, conversations, pong } = this.#deps
    const now = Date.now()
    for (const connection of connections.open()) {
      if (isGone(connection.transport.lastActiveAt, now)) connection.close(closeCodes.timeout, 'silent for too long')
    }
    connections.forgetClosed(now)
    await conversations.leave(memberships.listStale(connections.open()))
    this.schedule()
    pong.update()
  }

  /** Sets the alarm for the first moment at which there may be something to do. */
  schedule(): void {
    const { connections, alarms } = this.#deps
    const watched = connections.open().filter((connection) => this.#isWatched(connection))
    const at = this.#hasStale() ? Date.now() + retryMs : nextReapAt(watched.map(({ transport }) => transport.lastActiveAt))
    if (at !== null) alarms.schedule('reap-connections', at)
  }

  #isWatched({ id, tab, transport, isDoubtful }: Connection): boolean {
    const { memberships, directRows } = this.#deps
    if (transport.isWatched || isDoubtful || directRows.listTabs().has(tab)) return true
    return memberships.list().some(({ connection }) => connection === id)
  }

  #hasStale(): boolean {
    const { connections, memberships } = this.#deps
    return memberships.listStale(connections.open()).length > 0
  }
}
