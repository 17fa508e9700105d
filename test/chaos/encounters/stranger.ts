import { anonymousActions, talkTopics, type LobbyProps, type RoomProps } from '#features/anonymous-chat/contract.ts'
import { isEvent, type AnonymousEvent, type ServerEvent } from '#shared/realtime/wire.ts'
import type { ChaosClient } from '../client.ts'
import { askUntilAnswered, type Answered } from '../press.ts'
import { Screen } from '../screen.ts'
import { languages, type Dice } from './plan.ts'

/** Where a device believes its member to be. */
export type ShownSeat = { state: 'free' | 'waiting' } | { state: 'paired'; id: string }

export const pressKinds = ['join', 'withdraw', 'reveal', 'next', 'leave', 'report'] as const
export type PressKind = (typeof pressKinds)[number]
/** Something that was asked for; without an answer of 200 it may have been done all the same. `id`: of the encounter. */
export type Pressed = { kind: PressKind; id: string | null; status: number | null }

/** More acts than these are not kept waiting for a line that is broken. */
const mostWaiting = 3
const pauseMs = 200
/** Up to which number each act is done in a talk; the others say something. */
const talkActs = { reveal: 0.16, next: 0.23, leave: 0.29, join: 0.32 } as const
const waitActs = { withdraw: 0.06, join: 0.2 } as const
const topicShare = 0.3

/** Somebody at one device who meets strangers: it follows the member's seat as the pages do, and presses what they have. */
export class Stranger {
  readonly client: ChaosClient
  readonly pressed: Pressed[] = []
  /** Encounters whose page was opened, and the member's alias in each; null where nothing was left to show. */
  readonly rooms = new Map<string, string | null>()
  seat: ShownSeat = { state: 'free' }
  /** Acts and pages that are not through yet. */
  waiting = 0
  #events = 0
  #said = 0
  #wantsToReport = false
  #turn: Promise<void> = Promise.resolve()

  constructor(client: ChaosClient) {
    this.client = client
    client.listen(
      (event) => this.#hear(event),
      () => this.#run(() => this.#look()),
    )
  }

  #hear(event: ServerEvent): void {
    if (!isEvent(event, 'anonymous')) return
    this.#events += 1
    this.#take(event.data)
  }

  #take({ state, id }: AnonymousEvent): void {
    if (state === 'paired') this.#sit({ state, id: id ?? '' })
    else this.#sit({ state: state === 'waiting' ? 'waiting' : 'free' })
  }

  #sit(seat: ShownSeat): void {
    const before = this.seat
    this.seat = seat
    if (before.state === 'paired' && (seat.state !== 'paired' || seat.id !== before.id)) this.client.ended.add(before.id)
    if (seat.state === 'paired' && !this.rooms.has(seat.id)) {
      const { id } = seat
      this.rooms.set(id, null)
      this.#run(() => this.#enter(id))
    }
  }

  /** What came while no connection was there is on the page. */
  async #look(): Promise<void> {
    for (;;) {
      const known = this.#events
      const page = await this.#page('/anonymous-chat')
      if (page === null) return
      const props = propsOf<LobbyProps>(page)
      if (props && props.kind !== 'away' && known === this.#events) return this.#sit(toSeat(props))
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  /** Opens the page of a chat and keeps up with its channel from there. */
  async #enter(id: string): Promise<void> {
    for (;;) {
      const page = await this.#page(`/anonymous-chat/${id}`)
      if (page === null || page.status === 404) return
      const props = propsOf<RoomProps>(page)
      if (props?.kind === 'chat') {
        const { view, history } = props
        const alias = view.self.user_id
        this.rooms.set(id, alias)
        const screen = new Screen([alias, this.client.session.member])
        if (!history) return
        screen.messages = history.messages
        return this.client.open(id, screen, { epoch: history.epoch, seq: history.head })
      }
      if (props?.kind === 'revealed') return
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  /** Does what suits the place where the member is by now. */
  act(dice: Dice): void {
    if (this.waiting < mostWaiting) this.#run(() => this.#act(dice))
  }

  /** The next partner is reported. */
  wantToReport(): void {
    this.#wantsToReport = true
  }

  async #act(dice: Dice): Promise<void> {
    const { seat } = this
    if (seat.state === 'free') return this.#join(dice)
    if (seat.state === 'paired') return this.#actInTalk(seat.id, dice)
    if (dice.act < waitActs.withdraw) return this.#press('withdraw', anonymousActions.leave.path, null, {})
    if (dice.act < waitActs.join) return this.#join(dice)
  }

  async #actInTalk(id: string, dice: Dice): Promise<void> {
    if (this.#wantsToReport) return this.#report(id)
    if (dice.act < talkActs.reveal) return this.#press('reveal', anonymousActions.reveal.path, id, { id })
    if (dice.act < talkActs.next) return this.#press('next', anonymousActions.next.path, id, { id })
    if (dice.act < talkActs.leave) return this.#press('leave', anonymousActions.leave.path, id, { id })
    if (dice.act < talkActs.join) return this.#join(dice)
    this.#say(id)
  }

  /** A word for each message, so that no two are alike; a long number would be taken for a telephone's. */
  #say(id: string): void {
    if (!this.client.screens.has(id)) return
    this.#said += 1
    this.client.type(id, `message ${this.#said} of ${this.client.session.sid.slice(0, 4)}`)
  }

  #join({ choice, wish }: Dice): Promise<void> {
    const language = languages[Math.floor(choice * languages.length)] ?? languages[0]
    const topics = wish < topicShare ? talkTopics.slice(0, 1) : []
    return this.#press('join', anonymousActions.join.path, null, { language, topics })
  }

  #report(id: string): Promise<void> {
    this.#wantsToReport = false
    return this.#press('report', anonymousActions.report.path, id, { id, category: 'harassment', text: '' })
  }

  async #press(kind: PressKind, path: string, id: string | null, body: object): Promise<void> {
    const pressed: Pressed = { kind, id, status: null }
    this.pressed.push(pressed)
    pressed.status = (await askUntilAnswered(this.client.press, path, body))?.status ?? null
  }

  #page(path: string): Promise<Answered | null> {
    return askUntilAnswered(this.client.press, `${path}/_payload.json`)
  }

  /** One after the other, as one person does things. */
  #run(work: () => Promise<void>): void {
    this.waiting += 1
    this.#turn = this.#turn.then(work).finally(() => (this.waiting -= 1))
  }

  /** What a page does with messages that did not get into a chat before its end: they stay on no device. */
  discardUnsent(): void {
    for (const id of this.client.ended) this.client.discard(id)
  }

  /** What keeps it from having come to rest; null when it has. */
  get unrest(): string | null {
    return this.waiting > 0 ? `${this.waiting} acts or pages wait` : this.client.unrest
  }
}

/** The props of a page from its payload; null where it is none. */
export function propsOf<Props>({ body }: Answered): Props | null {
  return (body as { data?: { props?: Props } } | null)?.data?.props ?? null
}

function toSeat(props: Exclude<LobbyProps, { kind: 'away' }>): ShownSeat {
  if (props.kind === 'paired') return { state: 'paired', id: props.id }
  return { state: props.kind === 'waiting' ? 'waiting' : 'free' }
}
