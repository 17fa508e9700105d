import type { PresenceUser } from '#shared/wire.ts'
import type { ConversationStore } from './conversation-store.ts'

/**
 * Who is in the conversation, per member over all connections: only the first one's coming and the last one's going
 * count (architecture, 'Realtime'). Kept in storage as well, because the sockets live in the hubs and outlast this object.
 */
export class Presence {
  readonly #store: ConversationStore
  readonly #connections = new Map<string, Set<string>>()

  constructor(store: ConversationStore) {
    this.#store = store
    for (const { member, connection } of store.readPresence()) this.#of(member).add(connection)
  }

  #of(member: string): Set<string> {
    const known = this.#connections.get(member) ?? new Set<string>()
    this.#connections.set(member, known)
    return known
  }

  /** True when this is the member's first connection. */
  enter(member: string, connection: string): boolean {
    const connections = this.#of(member)
    if (connections.has(connection)) return false
    connections.add(connection)
    this.#store.addPresence(member, connection)
    return connections.size === 1
  }

  /** True when the member's last connection is gone. */
  exit(member: string, connection: string): boolean {
    const connections = this.#of(member)
    if (!connections.delete(connection)) return false
    this.#store.removePresence(member, connection)
    return connections.size === 0
  }

  /** Takes a member out of it, with all connections. */
  leave(member: string): void {
    for (const connection of this.#of(member)) this.exit(member, connection)
  }

  /** The conversation has ended; the store has forgotten them, too. */
  clear(): void {
    this.#connections.clear()
  }

  has(member: string): boolean {
    return (this.#connections.get(member)?.size ?? 0) > 0
  }

  /** Members with an open connection, as the others know them. */
  list(): PresenceUser[] {
    return [...this.#connections].filter(([, connections]) => connections.size > 0).map(([member]) => ({ user_id: member }))
  }
}
