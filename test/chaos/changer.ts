import { chatActions } from '#features/chat/contract.ts'
import type { Reaction, WireMessage } from '#shared/realtime/wire.ts'
import type { Acknowledged } from './client.ts'
import { pressUntilAnswered } from './press.ts'

/** What somebody does to a message; `pick` in [0, 1) chooses which one of those that are there by then. */
export type Change = { conversation: string; pick: number } & (
  | { kind: 'edit'; text: string }
  | { kind: 'delete' }
  | { kind: 'react'; emoji: Reaction | '' }
)
/** A change that was asked for. One without an acknowledgement may have come through all the same. */
export type Asked = Change & { from: string; cid: string; isAcknowledged: boolean }

export type ChangerPorts = {
  member: string
  /** Where the client's line is, and what its browser adds. */
  origin: string
  headers: Record<string, string>
  acknowledged(): readonly Acknowledged[]
  /** What the client's screen shows of a conversation. */
  shown(conversation: string): readonly WireMessage[]
  /** The conversation or the session has ended: nothing is asked for any more. */
  isOver(conversation: string): boolean
}

const paths = { edit: chatActions.edit.path, delete: chatActions.delete.path, react: chatActions.react.path }

/** Somebody who edits, takes back and reacts, one after the other, and presses again until it is done or refused. */
export class Changer {
  readonly asked: Asked[] = []
  /** Changes that are not through yet. */
  waiting = 0
  readonly #ports: ChangerPorts
  #turn: Promise<void> = Promise.resolve()

  constructor(ports: ChangerPorts) {
    this.#ports = ports
  }

  make(change: Change): void {
    this.waiting += 1
    this.#turn = this.#turn.then(() => this.#make(change)).finally(() => (this.waiting -= 1))
  }

  async #make(change: Change): Promise<void> {
    const target = this.#target(change)
    if (!target) return
    const asked: Asked = { ...change, from: target.from, cid: target.cid, isAcknowledged: false }
    this.asked.push(asked)
    const { origin, headers, isOver } = this.#ports
    const { conversation, kind, ...rest } = change
    const facts = { ...('text' in rest ? { text: rest.text } : {}), ...('emoji' in rest ? { emoji: rest.emoji } : {}) }
    const press = { origin, headers, isOver: () => isOver(conversation) }
    asked.isAcknowledged = await pressUntilAnswered(press, paths[kind], { conversation, seq: target.seq, ...facts })
  }

  /** Own words are changed by whoever typed them; reactions go to what is on the screen. */
  #target({ conversation, kind, pick }: Change): { from: string; cid: string; seq: number } | undefined {
    const { member, acknowledged, shown } = this.#ports
    const gone = new Set(this.asked.filter((one) => one.kind === 'delete').map(({ cid }) => cid))
    const own = acknowledged().filter((one) => one.conversation === conversation && !gone.has(one.cid))
    const choice =
      kind === 'react'
        ? shown(conversation).filter(({ deleted }) => !deleted)
        : [...new Map(own.map((one) => [one.cid, { ...one, from: member }])).values()]
    return choice[Math.floor(pick * choice.length)]
  }
}
