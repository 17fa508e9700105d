import { encounterKeptMs, type Waiting } from '#features/encounters/contract.ts'
import { widenAfterMs } from '#objects/matchmaker/pairing.ts'
import { mayMeet, sharedTopics } from '#test/support/fixtures/pairing-oracle.ts'
import type { Evening } from './evening.ts'

const second = 1_000
/** Within so long a queue has found a member again whom it has lost: their hub says every half minute that they wait. */
export const foundAgainMs = 45 * second
/** An encounter that one of the two has left is over so soon, whatever has crashed. */
const leftMs = 90 * second
/** One that writes a match tries every half minute until the conversation has opened, whose object crashes at most steps. */
const decidingMs = 10 * 60 * second
/** The alarm that deletes an encounter may be delayed, and its object may crash. */
const purgedMs = 60 * second

/** What nobody may find when everything has worked again for a while. */
export type Rest = {
  passedOver: number
  lostWaits: number
  ghosts: number
  unfinished: number
  astray: number
  disagreeing: number
}

export type Leftovers = { waiting: number; seated: number; open: number }

/** Looks at what the objects have written, for those who wait though they need not, and for what should be over. */
export class Watch {
  readonly sums = { passedOver: 0, lostWaits: 0, ghosts: 0, abandoned: 0, overdue: 0 }
  readonly #evening: Evening
  #lost: ReadonlySet<string> = new Set()
  #ghosts: ReadonlySet<string> = new Set()
  /** Encounters whose members are elsewhere, since when. */
  readonly #left = new Map<string, number>()

  constructor(evening: Evening) {
    this.#evening = evening
  }

  /** To be asked once a minute. */
  look(): void {
    this.sums.passedOver += this.#passedOver(widenAfterMs + foundAgainMs)
    this.sums.lostWaits += this.#lostWaits()
    this.sums.ghosts += this.#oldGhosts()
    this.sums.abandoned += this.#abandoned()
    this.sums.overdue += this.#overdue()
  }

  /** Members whose wait no queue knew already the time before. */
  #lostWaits(): number {
    const { queues, records } = this.#evening
    const known = new Set(queues.flatMap((queue) => this.#evening.waitingIn(queue).map(({ ticket }) => ticket)))
    const lost = [...records.seats.values()].filter(({ state, ticket }) => state === 'waiting' && !known.has(ticket))
    const tickets = new Set(lost.map(({ ticket }) => ticket))
    const still = [...tickets].filter((ticket) => this.#lost.has(ticket)).length
    this.#lost = tickets
    return still
  }

  /** Waits that were over for their members already the time before. */
  #oldGhosts(): number {
    const tickets = new Set(this.#ghostsNow())
    const still = [...tickets].filter((ticket) => this.#ghosts.has(ticket)).length
    this.#ghosts = tickets
    return still
  }

  /** Tickets in the queues whose members do not wait by them. */
  #ghostsNow(): string[] {
    const { queues, records } = this.#evening
    const waiting = queues.flatMap((queue) => this.#evening.waitingIn(queue))
    const isOver = (member: string, ticket: string) => {
      const seat = records.seats.get(member)
      return seat?.ticket !== ticket || seat.state !== 'waiting'
    }
    return waiting.filter(({ member, ticket }) => isOver(member, ticket)).map(({ ticket }) => ticket)
  }

  /** Pairs who have both waited so long (ms) though they may meet. */
  #passedOver(longerThanMs: number): number {
    const { queues, clock } = this.#evening
    return queues.reduce((sum, queue) => {
      const reserved = new Set(this.#evening.unfinishedIn(queue).flat())
      const waiting = this.#evening.waitingIn(queue).map(({ entry }): Waiting => JSON.parse(entry))
      const long = waiting.filter(({ member, since }) => !reserved.has(member) && clock.now - since > longerThanMs)
      return (
        sum +
        long.reduce((pairs, one, index) => pairs + long.slice(index + 1).filter((other) => this.#suit(one, other)).length, 0)
      )
    }, 0)
  }

  #suit(one: Waiting, other: Waiting): boolean {
    const { records, clock } = this.#evening
    const isForbidden = (member: string, partner: string) =>
      records.apartSince(member, partner) !== null ||
      [member, partner].some((each) => records.pausedAt(each) !== null) ||
      this.#haveMatched(member, partner)
    if (one.profile && other.profile) return areMutual(one.profile, other.profile) && mayMeet(one, other, isForbidden)
    return sharedTopics(one, other, clock.now, isForbidden) !== null
  }

  #haveMatched(one: string, other: string): boolean {
    const sql = 'SELECT 1 FROM pairs WHERE low_id = min(?1, ?2) AND high_id = max(?1, ?2)'
    return this.#evening.database.read(sql, one, other).length > 0
  }

  /** Encounters that go on long after one of the two has gone on to something else. */
  #abandoned(): number {
    const { records, clock } = this.#evening
    let found = 0
    for (const [id, { isOver, isDeciding, members }] of records.encounters) {
      const isLeft = !isOver && members.some((member) => !this.#isAt(member, id))
      if (!isLeft) this.#left.delete(id)
      else if (!this.#left.has(id)) this.#left.set(id, clock.now)
      else if (clock.now - (this.#left.get(id) ?? clock.now) > (isDeciding ? decidingMs : leftMs)) found += 1
    }
    return found
  }

  /** All of it must be none. */
  rest(): Rest {
    const { queues, records, people } = this.#evening
    const open = [...records.encounters].filter(([, { isOver }]) => !isOver)
    const ids = new Set(open.map(([id]) => id))
    this.#lostWaits()
    return {
      passedOver: this.#passedOver(widenAfterMs),
      lostWaits: this.#lostWaits(),
      ghosts: this.#ghostsNow().length,
      unfinished: queues.flatMap((queue) => this.#evening.unfinishedIn(queue)).length,
      astray:
        open.filter(([id, { members }]) => members.some((member) => !this.#isAt(member, id))).length +
        [...records.seats.values()].filter(({ state, encounter }) => state === 'paired' && !ids.has(encounter ?? '')).length,
      disagreeing: people.filter((person) => person.tabs.some(({ view }) => !this.#isShown(person.id, view))).length,
    }
  }

  #isShown(member: string, view: { state: string; id?: string }): boolean {
    const seat = this.#evening.records.seats.get(member)
    if ((seat?.state ?? 'free') !== view.state) return false
    return view.state !== 'paired' || view.id === seat?.encounter
  }

  #isAt(member: string, id: string): boolean {
    const seat = this.#evening.records.seats.get(member)
    return seat?.state === 'paired' && seat.encounter === id
  }

  /** After everyone has gone: nobody waits, and nothing goes on. */
  leftovers(): Leftovers {
    const { queues, records } = this.#evening
    return {
      waiting: queues.reduce((sum, queue) => sum + this.#evening.waitingIn(queue).length, 0),
      seated: [...records.seats.values()].filter(({ state }) => state !== 'free').length,
      open: [...records.encounters.values()].filter(({ isOver }) => !isOver).length,
    }
  }

  /** Encounters that are still stored though they ended more than a day ago. */
  #overdue(): number {
    const { records, clock } = this.#evening
    const isOverdue = (endedAt: number | null) => endedAt !== null && endedAt + encounterKeptMs + purgedMs < clock.now
    return [...records.encounters.values()].filter(({ endedAt, isDeleted }) => !isDeleted && isOverdue(endedAt)).length
  }

  countDeleted(): number {
    return [...this.#evening.records.encounters.values()].filter(({ isDeleted }) => isDeleted).length
  }
}

type Profile = NonNullable<Waiting['profile']>

/** The rule of blind dates once more, as it is written down. */
function areMutual(one: Profile, other: Profile): boolean {
  const seeks = (seeker: Profile, { genderMask, birthDate }: Profile) => {
    const age = 2026 - Number(birthDate.slice(0, 4))
    return (seeker.seeksMask & genderMask) !== 0 && age >= seeker.seeksAgeMin && age <= seeker.seeksAgeMax
  }
  return seeks(one, other) && seeks(other, one)
}
