import { pongText } from '../rules.ts'
import { isEncounterId } from '#shared/realtime/encounter-id.ts'
import { channelName, ping } from '#shared/realtime/wire.ts'
import type { EncounterHeads } from '../conversations/encounter-heads.ts'
import type { Memberships } from '../conversations/memberships.ts'
import type { Inbox } from '../inbox/inbox.ts'

export type PongDeps = {
  ctx: Pick<DurableObjectState, 'setWebSocketAutoResponse'>
  inbox: Inbox
  memberships: Memberships
  encounterHeads: EncounterHeads
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
    const { ctx, inbox, memberships, encounterHeads } = this.#deps
    const joined = memberships.conversations()
    const heads = [...encounterHeads.list(joined), ...inbox.listHeads([...joined].filter((id) => !isEncounterId(id)))]
    const text = pongText(heads.map(({ conversation, head }) => ({ channel: channelName.conversation(conversation), head })))
    if (text === this.#text) return
    this.#text = text
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(ping, text))
  }
}
