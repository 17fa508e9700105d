import type { Refusal, SendResult, SentResult, OwnChange, OwnMessage } from '#features/chat/contract.ts'
import { toRetryAfterS } from '#shared/errors.ts'
import type { Env } from '#server/env.ts'
import { warn } from '#server/log.ts'
import { channelObject, conversationObject } from '#server/objects/stubs.ts'
import type { ConversationClient } from '../conversations/conversation-client.ts'
import type { DeliveryReceiver } from '../receive-delivery.ts'
import type { RateLimits } from './rate-limits.ts'

export type OutgoingDeps = {
  env: Pick<Env, 'CONVERSATION' | 'ENCOUNTER'>
  member: string
  conversations: ConversationClient
  limits: RateLimits
  deliveries: DeliveryReceiver
}

/**
 * Messages and changes on their way to conversations. Every transport goes through here and is counted first. Plain calls take a
 * new stub: their order does not matter, and the object behind a kept stub may have restarted since.
 */
export class Outgoing {
  readonly #deps: OutgoingDeps

  constructor(deps: OutgoingDeps) {
    this.#deps = deps
  }

  /** Sends a message that came as a frame, in order with the connection's others. */
  sendFrame(conversation: string, message: OwnMessage): Promise<SentResult> {
    return this.#send(() => this.#deps.conversations.send(conversation, message))
  }

  /** Sends a message that came through a plain call. */
  async sendText(conversation: string, message: OwnMessage): Promise<SendResult> {
    const { env, member, deliveries } = this.#deps
    const call = async () => channelObject(env, conversation).sendFromHub({ member, ...message })
    const result = await orUnavailable('send', this.#send(call))
    if (!result.ok) return result
    if (result.delivery) deliveries.receiveOwn(result.delivery)
    const { epoch, seq, sentAt } = result
    return { ok: true, epoch, seq, sentAt }
  }

  /** Sends an edit, a deletion or a reaction; they only come through plain calls. */
  change(conversation: string, change: OwnChange): Promise<{ ok: true } | Refusal> {
    const { env, member } = this.#deps
    const call = async () => this.#refusal() ?? conversationObject(env, conversation).change({ member, ...change })
    return orUnavailable('change', call())
  }

  /** A repeat of a stored message costs nothing. */
  async #send(send: () => Promise<SentResult>): Promise<SentResult> {
    const refusal = this.#refusal()
    if (refusal) return refusal
    const result = await send()
    if (result.ok && result.isRepeat) this.#deps.limits.returnMessage()
    return result
  }

  #refusal(): Refusal | null {
    const waitMs = this.#deps.limits.takeMessage(Date.now())
    return waitMs === 0 ? null : { ok: false, code: 'too-many', retryAfterS: toRetryAfterS(waitMs) }
  }
}

/**
 * Returns the conversation's answer, or 'unavailable' if it fails, usually because a deployment or a move has just restarted it.
 */
async function orUnavailable<Result>(what: string, answer: Promise<Result>): Promise<Result | Refusal> {
  try {
    return await answer
  } catch (error) {
    warn(what, error)
    return { ok: false, code: 'unavailable' }
  }
}
