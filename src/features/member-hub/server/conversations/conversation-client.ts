import type { ClientEventInput, JoinResult, Refusal, SentResult, OwnMessage, Progress } from '#features/chat/contract.ts'
import type { Since } from '#shared/realtime/wire.ts'
import type { Env } from '#server/env.ts'
import type { Connection } from '../connections/connection.ts'
import type { Joined, Memberships } from './memberships.ts'

type Stub = ReturnType<Env['CONVERSATION']['getByName']>

/**
 * The hub's dealings with conversations. One stub per conversation is kept, because calls on one stub arrive in their
 * order (a leave never overtakes its join); after a failure a stub is broken and makes room for a new one.
 */
export class ConversationClient {
  readonly #member: string
  readonly #namespace: Env['CONVERSATION']
  readonly #store: Memberships
  readonly #isHidden: () => boolean
  readonly #stubs = new Map<string, Stub>()

  constructor(member: string, namespace: Env['CONVERSATION'], store: Memberships, isHidden: () => boolean) {
    this.#member = member
    this.#namespace = namespace
    this.#store = store
    this.#isHidden = isHidden
  }

  async join(conversation: string, connection: Connection, since: Since | undefined): Promise<JoinResult> {
    const place = { connection: connection.id, conversation }
    // Written before the call: should this object die during it, its successor knows whom to take out again.
    const hidden = this.#isHidden()
    this.#store.add(place, hidden)
    const result = await this.#call(conversation, async (stub) =>
      stub.join({ member: this.#member, connection: connection.id, hidden, ...(since ? { since } : {}) }),
    )
    if (!result.ok) this.#store.remove(place)
    else if (!connection.isOpen) await this.leave([place])
    return result
  }

  /** Takes connections out of their conversations; what fails stays noted for the next sweep. */
  async leave(places: readonly Joined[]): Promise<void> {
    await Promise.allSettled(places.map(async (place) => {
      await this.#call(place.conversation, async (stub) => stub.leave(this.#member, [place.connection]))
      this.#store.remove(place)
    })) // prettier-ignore
  }

  /** Who the conversations believe to be there. */
  places(): readonly Joined[] {
    return this.#store.list()
  }

  /** Takes a connection out of everything. */
  async leaveAll(connection: Connection): Promise<void> {
    await this.leave(this.#store.list().filter((place) => place.connection === connection.id))
  }

  /** What they believe of connections that are no more. */
  findStale(open: readonly Connection[]): Joined[] {
    const live = new Set(open.map((connection) => connection.id))
    return this.#store.list().filter((place) => !live.has(place.connection))
  }

  /** The answer brings the sender's own delivery along: a call less for every message. */
  send(conversation: string, message: OwnMessage): Promise<SentResult> {
    return this.#call(conversation, async (stub) => stub.sendFromHub({ member: this.#member, ...message }))
  }

  mark(conversation: string, progress: Progress): Promise<void> {
    return this.#call(conversation, async (stub) => stub.mark(this.#member, progress))
  }

  show(conversation: string, isHidden: boolean): Promise<void> {
    return this.#call(conversation, async (stub) => stub.show(this.#member, isHidden))
  }

  clientEvent(conversation: string, input: Omit<ClientEventInput, 'member'>): Promise<{ ok: true } | Refusal> {
    return this.#call(conversation, async (stub) => stub.clientEvent({ member: this.#member, ...input }))
  }

  /** Reaches the stub without waiting first, so that calls leave in the order in which they were asked for. */
  async #call<Result>(conversation: string, call: (stub: Stub) => Promise<Result>): Promise<Result> {
    const stub = this.#stubs.get(conversation) ?? this.#namespace.getByName(conversation)
    this.#stubs.set(conversation, stub)
    try {
      return await call(stub)
    } catch (error) {
      if (this.#stubs.get(conversation) === stub) this.#stubs.delete(conversation)
      throw error
    }
  }
}
