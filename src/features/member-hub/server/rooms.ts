import type { ClientEventInput, JoinResult, Refusal, SendInput, SentResult } from '#features/chat/contract.ts'
import type { Since } from '#shared/wire.ts'
import type { Env } from '#worker/http/env.ts'
import { Lanes } from '#worker/http/lanes.ts'
import type { Progress } from '../contract.ts'
import type { Connection } from './connection.ts'
import type { Joined, JoinedStore } from './joined-store.ts'

type Stub = ReturnType<Env['CONVERSATION']['getByName']>
type Calls = Pick<Stub, 'join' | 'leave' | 'sendFromHub' | 'mark' | 'show' | 'clientEvent'>

/** The hub's dealings with conversations: calls to one arrive in their order, so that a leave never overtakes its join. */
export class Rooms {
  readonly #member: string
  readonly #store: JoinedStore
  readonly #isHidden: () => boolean
  readonly #lanes: Lanes<Calls>

  constructor(member: string, namespace: Env['CONVERSATION'], store: JoinedStore, isHidden: () => boolean) {
    this.#member = member
    this.#lanes = new Lanes<Calls>({
      find: (conversation) => namespace.getByName(conversation),
      open: (stub) => (stub as Stub).lane() as unknown as Calls & Disposable,
    })
    this.#store = store
    this.#isHidden = isHidden
  }

  async join(conversation: string, connection: Connection, since: Since | undefined): Promise<JoinResult> {
    const place = { connection: connection.id, conversation }
    // Written before the call: should this object die during it, its successor knows whom to take out again.
    const hidden = this.#isHidden()
    this.#store.add(place, hidden)
    const result = await this.#lanes.call(conversation, async (room) =>
      room.join({ member: this.#member, connection: connection.id, hidden, ...(since ? { since } : {}) }),
    )
    if (!result.ok) this.#store.remove(place)
    else if (!connection.isOpen) await this.leave([place])
    return result
  }

  /** Takes connections out of their conversations; what fails stays noted for the next sweep. */
  async leave(places: readonly Joined[]): Promise<void> {
    await Promise.allSettled(places.map(async (place) => {
      await this.#lanes.call(place.conversation, async (room) => room.leave(this.#member, [place.connection]))
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
  send(conversation: string, input: Omit<SendInput, 'member'>): Promise<SentResult> {
    return this.#lanes.call(conversation, async (room) => room.sendFromHub({ member: this.#member, ...input }))
  }

  mark(conversation: string, progress: Progress): Promise<void> {
    return this.#lanes.call(conversation, async (room) => room.mark(this.#member, progress))
  }

  show(conversation: string, isHidden: boolean): Promise<void> {
    return this.#lanes.call(conversation, async (room) => room.show(this.#member, isHidden))
  }

  clientEvent(conversation: string, input: Omit<ClientEventInput, 'member'>): Promise<{ ok: true } | Refusal> {
    return this.#lanes.call(conversation, async (room) => room.clientEvent({ member: this.#member, ...input }))
  }
}
