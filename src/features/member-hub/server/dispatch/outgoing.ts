import type { Refusal, SentResult, OwnChange, OwnMessage } from '#features/chat/contract.ts'
import { toRetryAfterS } from '#shared/errors.ts'
import type { Env } from '#server/env.ts'
import type { RateLimits } from './rate-limits.ts'
import type { ConversationClient } from '../conversations/conversation-client.ts'

export type OutgoingDeps = { member: string; env: Pick<Env, 'CONVERSATION'>; rooms: ConversationClient; allowance: RateLimits }

/**
 * What a member writes and changes, on its way to their conversations: every transport comes through here and is counted,
 * before anything else is asked. Plain calls take a stub of their own, because nothing has to keep its order with them, and
 * a stub that was kept may be of an object that has restarted since.
 */
export class Outgoing {
  readonly #ports: OutgoingDeps

  constructor(ports: OutgoingDeps) {
    this.#ports = ports
  }

  /** A message that came as a frame; it keeps its order with the connection's others. */
  sendFrame(conversation: string, message: OwnMessage): Promise<SentResult> {
    return this.#send(() => this.#ports.rooms.send(conversation, message))
  }

  /** A message that came by a plain call. */
  sendPlain(conversation: string, message: OwnMessage): Promise<SentResult> {
    const { env, member } = this.#ports
    return this.#send(async () => env.CONVERSATION.getByName(conversation).sendFromHub({ member, ...message }))
  }

  /** An edit, a deletion or a reaction; they come by plain calls only. */
  async change(conversation: string, change: OwnChange): Promise<{ ok: true } | Refusal> {
    const { env, member } = this.#ports
    return this.#refusal() ?? env.CONVERSATION.getByName(conversation).change({ member, ...change })
  }

  /** A repeat of what was stored before costs nothing. */
  async #send(send: () => Promise<SentResult>): Promise<SentResult> {
    const refusal = this.#refusal()
    if (refusal) return refusal
    const result = await send()
    if (result.ok && result.isRepeat) this.#ports.allowance.returnMessage()
    return result
  }

  #refusal(): Refusal | null {
    const waitMs = this.#ports.allowance.takeMessage(Date.now())
    return waitMs === 0 ? null : { ok: false, code: 'too-many', retryAfterS: toRetryAfterS(waitMs) }
  }
}
