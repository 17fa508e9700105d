import { warn } from '#server/log.ts'
import type { Progress } from '#features/chat/contract.ts'
import type { AlarmScheduler } from '#server/objects/alarm-scheduler.ts'
import type { MarkPlace, MarkStore } from '../inbox/mark-store.ts'
import type { Memberships } from './memberships.ts'
import type { ConversationClient } from './conversation-client.ts'

type TellerDeps = {
  marks: MarkStore
  joined: Memberships
  rooms: ConversationClient
  alarms: AlarmScheduler
  sharesRead(): boolean
  isHidden(): boolean
  waitUntil(work: Promise<void>): void
}

const againMs = 2_000
const atOnce = 10

/**
 * Tells conversations what they have still to hear of this member: how far they are, and whether their presence shows. What
 * is due is noted in storage first, so that a failure or the object's end only delays it.
 */
export class ReceiptSync {
  readonly #ports: TellerDeps
  #running: Promise<void> | null = null
  #again = false

  constructor(ports: TellerDeps) {
    this.#ports = ports
    if (ports.marks.listDue('', 1).length > 0) ports.alarms.wish('tell', Date.now())
  }

  /** Starts at once; what comes while it runs is told in another round. */
  start(): void {
    this.#ports.waitUntil(this.run())
  }

  run(): Promise<void> {
    this.#again = true
    this.#running ??= this.#rounds().finally(() => (this.#running = null))
    return this.#running
  }

  async #rounds(): Promise<void> {
    while (this.#again) {
      this.#again = false
      const results = [await this.#tellMarks(), await this.#tellVisibility()]
      if (!results.every(Boolean)) return this.#ports.alarms.wish('tell', Date.now() + againMs)
    }
  }

  /** True when every conversation has heard. */
  async #tellMarks(): Promise<boolean> {
    const { marks, rooms, sharesRead } = this.#ports
    let isDone = true
    for (let last = ''; ;) {
      const due = marks.listDue(last, atOnce)
      const told = await Promise.all(
        due.map(async (place) => {
          const shares = sharesRead()
          const isTold = await this.#try(() => rooms.mark(place.conversation, progressOf(place, shares)))
          // What has changed meanwhile is due again.
          if (isTold && shares === sharesRead()) marks.settle(place)
          return isTold
        }),
      )
      isDone &&= told.every(Boolean)
      if (due.length < atOnce) return isDone
      last = due.at(-1)?.conversation ?? ''
    }
  }

  async #tellVisibility(): Promise<boolean> {
    const { joined, rooms, isHidden } = this.#ports
    const hidden = isHidden()
    const told = await Promise.all(
      joined.listShownOtherwise(hidden).map(async (conversation) => {
        const isTold = await this.#try(() => rooms.show(conversation, hidden))
        if (isTold) joined.setHidden(conversation, hidden)
        return isTold
      }),
    )
    return told.every(Boolean)
  }

  async #try(tell: () => Promise<unknown>): Promise<boolean> {
    try {
      await tell()
      return true
    } catch (error) {
      warn('tell', error)
      return false
    }
  }
}

/** Who keeps read marks to themselves tells none, and later not those of that time; a conversation goes by the latest it knows. */
export function progressOf({ delivered, readAt, keptRead }: Omit<MarkPlace, 'conversation'>, sharesRead: boolean): Progress {
  return { delivered, read: sharesRead && readAt > keptRead ? readAt : 0, sharesRead }
}
