import { mergeMessages } from '#shared/realtime/message-list.ts'
import { applyPresence, nobody, type Presence } from '#shared/realtime/presence.ts'
import type { ConversationListener } from '#shared/realtime/realtime.tsx'
import type { WireMessage } from '#shared/realtime/wire.ts'

/** What one client's page would show of one conversation, kept by the page's own rules. */
export class Screen {
  readonly #own: readonly string[]
  messages: readonly WireMessage[] = []
  presence: Presence = nobody
  isRefused = false
  /** Messages of others that appeared above one of theirs which was there before. */
  outOfOrder = 0
  #newestOfOthers = 0

  /** `own`: the ids under which the client's own messages come. */
  constructor(own: readonly string[]) {
    this.#own = own
  }

  readonly listener: ConversationListener = {
    onMessages: (messages) => {
      for (const message of messages) this.#noteOrder(message)
      this.messages = mergeMessages(this.messages, messages)
    },
    onReset: (messages) => {
      this.messages = messages
      this.#newestOfOthers = 0
      for (const message of messages) this.#noteOrder(message)
    },
    onEvent: (event) => {
      this.presence = applyPresence(this.presence, event)
    },
    onRefused: () => {
      this.isRefused = true
    },
  }

  /** One's own messages stand at their place as soon as they are acknowledged; those of others must come in order. */
  #noteOrder({ seq, from, change }: WireMessage): void {
    // What was changed is told at the place of its change.
    if (change !== undefined || this.#own.includes(from) || this.messages.some((known) => known.seq === seq)) return
    if (seq < this.#newestOfOthers) this.outOfOrder += 1
    this.#newestOfOthers = Math.max(this.#newestOfOthers, seq)
  }
}
