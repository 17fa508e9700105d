import { RpcTarget } from 'cloudflare:workers'
import type { ClientEventInput, JoinInput, SendInput } from '../contract.ts'
import type { Progress } from '#features/member-hub/contract.ts'
import type { Conversation } from './conversation-object.ts'

type Calls = Pick<Conversation, 'join' | 'leave' | 'sendFromHub' | 'mark' | 'show' | 'clientEvent'>

/** What a member's hub asks of a conversation, within one session (`lanes.ts`). */
export class ConversationLane extends RpcTarget implements Calls {
  readonly #conversation: Calls

  constructor(conversation: Calls) {
    super()
    this.#conversation = conversation
  }

  join(input: JoinInput) {
    return this.#conversation.join(input)
  }

  leave(member: string, connections: readonly string[]) {
    return this.#conversation.leave(member, connections)
  }

  sendFromHub(input: SendInput) {
    return this.#conversation.sendFromHub(input)
  }

  mark(member: string, progress: Progress) {
    return this.#conversation.mark(member, progress)
  }

  show(member: string, isHidden: boolean) {
    return this.#conversation.show(member, isHidden)
  }

  clientEvent(input: ClientEventInput) {
    return this.#conversation.clientEvent(input)
  }
}
