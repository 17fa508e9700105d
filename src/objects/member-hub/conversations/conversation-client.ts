import type { ClientEventInput, JoinResult, OwnMessage, Progress, Refusal, SentResult } from '#features/chat/contract.ts'
import type { Env } from '#server/env.ts'
import { KeptStubs } from '#objects/platform/kept-stubs.ts'
import { channelObject, conversationObject, type ChannelStub } from '#server/objects/stubs.ts'
import type { DirectEnd, DirectFacts } from '#shared/realtime/direct/direct-socket.ts'
import type { Since } from '#shared/realtime/wire.ts'
import type { Connection } from '#objects/platform/connection.ts'
import type { Membership, Memberships } from './memberships.ts'
import type { Visibility } from './visibility.ts'

export type ConversationClientDeps = {
  env: Pick<Env, 'CONVERSATION' | 'ENCOUNTER'>
  member: string
  memberships: Memberships
  visibility: Visibility
}

/** The hub's calls to conversations. It keeps one stub per conversation, so a leave never overtakes its join. */
export class ConversationClient {
  readonly #deps: ConversationClientDeps
  readonly #conversations: KeptStubs<ChannelStub>

  constructor(deps: ConversationClientDeps) {
    this.#deps = deps
    this.#conversations = new KeptStubs((id) => channelObject(deps.env, id))
  }

  async join(conversation: string, connection: Connection, since: Since | undefined): Promise<JoinResult> {
    const { member, memberships, visibility } = this.#deps
    const membership = { connection: connection.id, conversation }
    // Stored before the call: after a restart in between, the reaper knows which connection to remove.
    const hidden = visibility.isHidden
    memberships.add(membership, hidden)
    const result = await this.#conversations.call(conversation, async (stub) =>
      stub.join({ member, connection: connection.id, hidden, ...(since ? { since } : {}) }),
    )
    if (!result.ok) memberships.remove(membership)
    else if (!connection.isOpen) await this.leave([membership])
    return result
  }

  /** Removes connections from their conversations; failures stay stored for the next sweep. */
  async leave(memberships: readonly Membership[]): Promise<void> {
    await Promise.allSettled(memberships.map(async (membership) => {
      await this.#conversations.call(membership.conversation, async (stub) => stub.leave(this.#deps.member, [membership.connection]))
      this.#deps.memberships.remove(membership)
    })) // prettier-ignore
  }

  /** Removes a connection from every conversation. */
  async leaveAll(connection: Connection): Promise<void> {
    await this.leave(this.#deps.memberships.list().filter((membership) => membership.connection === connection.id))
  }

  /** The answer brings the sender's own delivery, which saves a call for every message. */
  send(conversation: string, message: OwnMessage): Promise<SentResult> {
    return this.#conversations.call(conversation, async (stub) => stub.sendFromHub({ member: this.#deps.member, ...message }))
  }

  mark(conversation: string, progress: Progress): Promise<void> {
    return this.#conversations.call(conversation, async (stub) => stub.mark(this.#deps.member, progress))
  }

  show(conversation: string, isHidden: boolean): Promise<void> {
    return this.#conversations.call(conversation, async (stub) => stub.show(this.#deps.member, isHidden))
  }

  /** With a new stub: the end of access must not wait for one whose object has restarted. */
  async endDirect(conversation: string, end: DirectEnd): Promise<void> {
    await conversationObject(this.#deps.env, conversation).endDirect(this.#deps.member, end)
  }

  async takeDirectFacts(conversation: string, facts: DirectFacts): Promise<void> {
    await conversationObject(this.#deps.env, conversation).takeDirectFacts(this.#deps.member, facts)
  }

  async catchUp(conversation: string): Promise<void> {
    await conversationObject(this.#deps.env, conversation).catchUp(this.#deps.member)
  }

  clientEvent(conversation: string, input: Omit<ClientEventInput, 'member'>): Promise<{ ok: true } | Refusal> {
    return this.#conversations.call(conversation, async (stub) => stub.clientEvent({ member: this.#deps.member, ...input }))
  }
}
