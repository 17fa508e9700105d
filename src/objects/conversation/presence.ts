import type { PresenceUser } from '#shared/realtime/wire.ts'
import type { ConversationStore } from './conversation-store.ts'

/** Begins the ids of connections whose sockets belong to this object; the others' belong to hubs. */
export const directPrefix = 'direct.'

/** The event for the others when a member's first visible connection joins or the last one leaves; null for none. */
export type PresenceStep = 'presence:joining' | 'presence:leaving' | null

/**
 * Presence per member over all connections: only the first to join and the last to leave count (architecture, 'Realtime'). A
 * hidden member still gets deliveries, but is visible to no one else. It is stored as well, because the sockets live in the hubs
 * and outlast this object.
 */
export class Presence {
  readonly #store: ConversationStore
  /** Member → connection → whether it is hidden. */
  readonly #connections = new Map<string, Map<string, boolean>>()

  constructor(store: ConversationStore) {
    this.#store = store
    for (const { member, connection, hidden } of store.readPresence()) this.#of(member).set(connection, hidden === 1)
  }

  #of(member: string): Map<string, boolean> {
    const known = this.#connections.get(member) ?? new Map<string, boolean>()
    this.#connections.set(member, known)
    return known
  }

  #step(member: string, act: (connections: Map<string, boolean>) => void): PresenceStep {
    const before = this.#isShown(member)
    act(this.#of(member))
    const after = this.#isShown(member)
    if (before === after) return null
    return after ? 'presence:joining' : 'presence:leaving'
  }

  enter(member: string, connection: string, isHidden: boolean): PresenceStep {
    return this.#step(member, (connections) => {
      if (connections.get(connection) === isHidden) return
      this.#store.addPresence(member, connection, isHidden)
      connections.set(connection, isHidden)
    })
  }

  exit(member: string, connection: string): PresenceStep {
    return this.#step(member, (connections) => {
      if (connections.delete(connection)) this.#store.removePresence(member, connection)
    })
  }

  /** Shows or hides the member from now on. */
  show(member: string, isHidden: boolean): PresenceStep {
    return this.#step(member, (connections) => {
      this.#store.setHidden(member, isHidden)
      for (const connection of connections.keys()) connections.set(connection, isHidden)
    })
  }

  /** Removes a member with all connections. */
  leave(member: string): void {
    for (const connection of this.#of(member).keys()) this.exit(member, connection)
  }

  /** Called when the conversation has ended; the store has deleted its rows, too. */
  clear(): void {
    this.#connections.clear()
  }

  /** True for members who are connected, hidden or not. */
  has(member: string): boolean {
    return (this.#connections.get(member)?.size ?? 0) > 0
  }

  /** True for members with a connection to their hub that has joined. */
  hasAtHub(member: string): boolean {
    return [...(this.#connections.get(member)?.keys() ?? [])].some((connection) => !connection.startsWith(directPrefix))
  }

  /** Lists the connections whose sockets belong to this object. */
  listDirect(): { member: string; connection: string }[] {
    return [...this.#connections].flatMap(([member, connections]) =>
      [...connections.keys()].flatMap((connection) => (connection.startsWith(directPrefix) ? { member, connection } : [])),
    )
  }

  #isShown(member: string): boolean {
    return [...(this.#connections.get(member)?.values() ?? [])].includes(false)
  }

  /** Lists members with an open connection, as `viewer` may see them; members always see themselves. */
  list(viewer: string): PresenceUser[] {
    return [...this.#connections.keys()]
      .filter((member) => (member === viewer ? this.has(member) : this.#isShown(member)))
      .map((member) => ({ user_id: member }))
  }
}
