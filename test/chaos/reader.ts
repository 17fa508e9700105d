import { chatActions } from '#features/chat/contract.ts'
import { positionOf, type WireMessage } from '#shared/realtime/wire.ts'
import { pressUntilAnswered } from './press.ts'

/** A place up to which somebody has said to have read. Without an acknowledgement it may have come through all the same. */
export type Read = { conversation: string; place: number; isAcknowledged: boolean }

type ReaderPorts = {
  member: string
  origin: string
  headers: Record<string, string>
  shown(conversation: string): readonly WireMessage[]
  isOver(conversation: string): boolean
  /** Over the client's connection; false where only a call is left. */
  markRead(conversation: string, place: number): Promise<boolean>
}

/** Somebody who looks at the end of a conversation: what their screen shows of the other one is marked as read. */
export class Reader {
  readonly reads: Read[] = []
  /** Marks that are not through yet. */
  waiting = 0
  readonly #ports: ReaderPorts

  constructor(ports: ReaderPorts) {
    this.#ports = ports
  }

  look(conversation: string): void {
    const { member, origin, headers, shown, isOver, markRead } = this.#ports
    const place = Math.max(0, ...shown(conversation).flatMap((message) => (message.from === member ? [] : positionOf(message))))
    if (place === 0) return
    const read: Read = { conversation, place, isAcknowledged: false }
    this.reads.push(read)
    this.waiting += 1
    const press = { origin, headers, isOver: () => isOver(conversation) }
    void markRead(conversation, place)
      .then((isDone) => isDone || pressUntilAnswered(press, chatActions.read.path, { conversation, seq: place }))
      .then((isDone) => (read.isAcknowledged = isDone))
      .finally(() => (this.waiting -= 1))
  }
}
