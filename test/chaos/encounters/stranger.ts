import { isEvent, type AnonymousEvent, type BlindDateEvent, type ServerEvent } from '#shared/realtime/wire.ts'
import type { ChaosClient } from '../client.ts'
import { askUntilAnswered } from '../press.ts'
import { Screen } from '../screen.ts'
import { actAt, actAtRandom, type Act, type PressKind } from './acts.ts'
import { readRoom, readSeat, type ReadPage, type ShownRoom, type ShownSeat } from './pages.ts'
import type { Dice } from './plan.ts'

/** Something that was asked for; without an answer of 200 it may have been done all the same. `id`: of the encounter. */
export type Pressed = { kind: PressKind; id: string | null; status: number | null }

/** More acts than these are not kept waiting for a line that is broken. */
const mostWaiting = 3
const pauseMs = 200

/** Somebody at one device who meets strangers: it follows the member's seat as the pages do, and presses what they have. */
export class Stranger {
  readonly client: ChaosClient
  readonly pressed: Pressed[] = []
  /** All that it was told: events and pages. */
  readonly heard: string[] = []
  /** Encounters that an event said have become a match. */
  readonly matched = new Set<string>()
  seat: ShownSeat = { state: 'free' }
  /** Acts and pages that are not through yet. */
  waiting = 0
  readonly #read: ReadPage
  #events = 0
  #said = 0
  #wantsToReport = false
  #turn: Promise<void> = Promise.resolve()

  constructor(client: ChaosClient) {
    this.client = client
    this.#read = async (path) => {
      const answer = await askUntilAnswered(client.press, `${path}/_payload.json`)
      this.heard.push(JSON.stringify(answer?.body ?? null))
      return answer
    }
    client.listen(
      (event) => this.#hear(event),
      () => this.#run(() => this.#look()),
    )
  }

  #hear(event: ServerEvent): void {
    this.heard.push(JSON.stringify(event))
    if (isEvent(event, 'anonymous')) this.#follow(toSeat(event.data))
    if (isEvent(event, 'blind-date')) this.#follow(toDateSeat(event.data))
    if (isMatch(event)) this.matched.add(event.data.id)
  }

  #follow(seat: ShownSeat): void {
    this.#events += 1
    this.#sit(seat)
  }

  #sit(seat: ShownSeat): void {
    const before = this.seat
    this.seat = seat
    if (before.state === 'paired' && (seat.state !== 'paired' || seat.id !== before.id)) this.client.ended.add(before.id)
    this.discardUnsent()
    if (seat.state === 'paired' && seat.phase === 'talking' && !this.client.screens.has(seat.id)) {
      const { id } = seat
      this.#run(() => this.#enter(id))
    }
  }

  /** What came while no connection was there is on the pages. */
  async #look(): Promise<void> {
    while (!this.client.press.isOver()) {
      const known = this.#events
      const seat = await readSeat(this.#read)
      if (seat && known === this.#events) return this.#sit(seat)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  /** Opens the page of an encounter and keeps up with its channel from there. */
  async #enter(id: string): Promise<void> {
    while (!this.client.press.isOver() && !this.client.screens.has(id)) {
      const room = await readRoom(this.#read, id)
      if (room && room.kind !== 'away') return this.#show(id, room)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  #show(id: string, room: ShownRoom): void {
    if (room.kind !== 'open' || !room.history) return
    const { view, history } = room
    const screen = new Screen([view.self.user_id, this.client.session.member])
    screen.messages = history.messages
    this.client.open(id, screen, { epoch: history.epoch, seq: history.head })
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
    const act = this.#wantsToReport && seat.state === 'paired' ? actAt(seat, 'report') : actAtRandom(seat, dice)
    if (act === 'say') return seat.state === 'paired' ? this.#say(seat.id) : undefined
    if (act) return this.#press(act, seat)
  }

  async #press({ kind, path, body }: Act, seat: ShownSeat): Promise<void> {
    if (kind === 'report') this.#wantsToReport = false
    const pressed: Pressed = { kind, id: seat.state === 'paired' ? seat.id : null, status: null }
    this.pressed.push(pressed)
    pressed.status = (await askUntilAnswered(this.client.press, path, body))?.status ?? null
  }

  /** No two messages are alike; a long number would be taken for a telephone's. */
  #say(id: string): void {
    if (!this.client.screens.has(id) || !this.#isTalking(id)) return
    this.#said += 1
    this.client.type(id, `message ${this.#said} of ${this.client.session.sid.slice(0, 4)}`)
  }

  #isTalking(id: string): boolean {
    return this.seat.state === 'paired' && this.seat.id === id && this.seat.phase === 'talking'
  }

  /** One after the other, as one person does things. */
  #run(work: () => Promise<void>): void {
    this.waiting += 1
    this.#turn = this.#turn.then(work).finally(() => (this.waiting -= 1))
  }

  /** What a page does with messages that did not get into a talk before its end: they stay on no device. */
  discardUnsent(): void {
    for (const id of this.client.ended) this.client.discard(id)
    const { seat } = this
    if (seat.state === 'paired' && seat.phase !== 'talking') this.client.discard(seat.id)
  }

  /** What keeps it from having come to rest; null when it has. */
  get unrest(): string | null {
    return this.waiting > 0 ? `${this.waiting} acts or pages wait` : this.client.unrest
  }
}

type MatchEvent = ServerEvent & { data: { id: string } }

function isMatch(event: ServerEvent): event is MatchEvent {
  if (isEvent(event, 'anonymous')) return event.data.state === 'revealed' && event.data.id !== undefined
  return isEvent(event, 'blind-date') && event.data.state === 'matched' && event.data.id !== null
}

function toSeat({ state, id = '' }: AnonymousEvent): ShownSeat {
  if (state === 'paired') return { state, id, phase: 'talking' }
  return state === 'waiting' ? { state, kind: 'anonymous' } : { state: 'free' }
}

function toDateSeat({ state, id }: BlindDateEvent): ShownSeat {
  if (state === 'lobby') return { state: 'waiting', kind: 'blind' }
  if (state === 'matched' || state === 'ended' || state === 'booked' || id === null) return { state: 'free' }
  return { state: 'paired', id, phase: state }
}
