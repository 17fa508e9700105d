import { pongText } from '#features/member-hub/rules.ts'
import { channelName, ping } from '#shared/realtime/wire.ts'
import type { Memberships } from '../conversations/memberships.ts'
import type { Inbox } from '../inbox/inbox.ts'

export type PongDeps = {
  ctx: Pick<DurableObjectState, 'setWebSocketAutoResponse'>
  inbox: Inbox
  memberships: Memberships
}

/** The answer to `ping`, with the heads of joined conversations. The runtime sends it without waking the object. */
export class Pong {
  readonly #deps: PongDeps
  #text = ''

  constructor(deps: PongDeps) {
    this.#deps = deps
    this.update()
  }

  get text(): string {
    return this.#text
  }

  /** Call it when a head or the set of joined conversations may have changed. */
  update(): void {
    const { ctx, inbox, memberships } = this.#deps
    const heads = inbox
      .listHeads(memberships.conversations())
      .map(({ conversation, head }) => ({ channel: channelName.conversation(conversation), head }))
    const text = pongText(heads)
    if (text === this.#text) return
    this.#text = text
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(ping, text))
  }
}
