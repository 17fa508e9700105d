import type { Clock } from './machine/clock.ts'
import type { SimulatedDatabase } from './machine/database.ts'
import type { Instance } from './machine/instance.ts'
import { wiped, type ObjectStorage } from './machine/object-storage.ts'

export type Encountered = {
  kind: string
  members: Members
  at: number
  isOver: boolean
  /** Both have said yes, and their match is being written. */
  isDeciding: boolean
  endedAt: number | null
  isDeleted: boolean
}
export type SeatRecord = { state: string; ticket: string; encounter: string | null; last: string | null }
/** A wait that ended in a pair. `position`: how many stood in the queue when it began. */
export type EndedWait = { pool: string; position: number; waitedMs: number }
type Members = readonly [string, string]
type Wait = Omit<EndedWait, 'waitedMs'> & { since: number }

/** Two may be chosen right before one of them blocks the other: so long takes the rest of their pairing at most. */
const chosenMs = 400
/** From the question whether two may become a match to the encounter's own record of it: their conversation opens meanwhile. */
const matchMs = 5_000
const eveningMs = 12 * 60 * 60_000
const pastKept = 20

/** Everything that objects have written of an evening, and each thing in it that must not be. */
export class Records {
  readonly faults = {
    oneself: 0,
    blocked: 0,
    paused: 0,
    metAgain: 0,
    justLeft: 0,
    ticketTwice: 0,
    shownTwo: 0,
    matchedBlocked: 0,
    leftGoesOn: 0,
  }
  pairings = 0
  readonly endedWaits: EndedWait[] = []
  readonly encounters = new Map<string, Encountered>()
  readonly seats = new Map<string, SeatRecord>()
  readonly #clock: Clock
  readonly #database: SimulatedDatabase
  readonly #positionIn: (queue: string) => number
  readonly #waits = new Map<string, Wait>()
  /** Who was chosen for whom, and which of them were judged. By the id of their encounter. */
  readonly #chosen = new Map<string, Members>()
  readonly #judged = new Set<string>()
  readonly #met = new Map<string, { id: string; other: string; at: number }[]>()
  readonly #tickets = new Map<string, string>()
  /** Pairs whose encounter was reported, since when. */
  readonly #keptApart = new Map<string, number>()

  constructor(clock: Clock, database: SimulatedDatabase, positionIn: (queue: string) => number) {
    this.#clock = clock
    this.#database = database
    this.#positionIn = positionIn
  }

  /** `written`: the statements that an object has written by. */
  committed({ kind, name, storage }: Pick<Instance, 'kind' | 'name' | 'storage'>, written: readonly string[]): void {
    const concerns = (table: RegExp) => written.some((sql) => sql === wiped || table.test(sql))
    if (kind === 'encounter' && concerns(/\bencounter\b/)) this.#readEncounter(name, storage)
    else if (kind === 'hub' && concerns(/\bseat\b/)) this.#readSeat(name, storage)
    else if (kind === 'matchmaker' && concerns(/\bpairings\b/)) this.#readPairings(storage)
  }

  /** Two are paired when both their hubs have said yes. Their encounter may open a little later. */
  #readPairings(storage: ObjectStorage): void {
    if (!storage.hasTable('pairings')) return
    for (const { id, state, one, other } of storage.read("SELECT * FROM pairings WHERE state IN ('reserving', 'paired')")) {
      const members = [memberOf(one), memberOf(other)] as const
      this.#chosen.set(`${id}`, members)
      if (state !== 'paired' || this.#judged.has(`${id}`)) continue
      this.#judged.add(`${id}`)
      this.#judge(`${id}`, members)
    }
  }

  #readEncounter(id: string, storage: ObjectStorage): void {
    const known = this.encounters.get(id)
    if (storage.isEmpty) {
      if (known) known.isDeleted = true
      return
    }
    if (!known && !storage.hasTable('participants')) return
    const [row] = storage.read('SELECT kind, phase, ended_at FROM encounter')
    if (!row) return
    const encounter = known ?? this.#open(id, `${row['kind']}`, storage)
    if (row['phase'] === 'matched' && !encounter.isOver) this.#judgeMatch(encounter.members)
    const isLeft = storage.read('SELECT 1 FROM participants WHERE has_left = 1').length > 0
    this.faults.leftGoesOn += Number(
      isLeft && row['phase'] !== 'deciding' && row['phase'] !== 'ended' && row['phase'] !== 'matched',
    )
    encounter.isOver = row['phase'] === 'ended' || row['phase'] === 'matched'
    encounter.isDeciding = row['phase'] === 'deciding'
    encounter.endedAt = row['ended_at'] === null ? null : Number(row['ended_at'])
  }

  #open(id: string, kind: string, storage: ObjectStorage): Encountered {
    const [one, other] = storage.read('SELECT member, ticket FROM participants ORDER BY which')
    const members = [`${one?.['member']}`, `${other?.['member']}`] as const
    const encounter = { kind, members, at: this.#clock.now, isOver: false, isDeciding: false, endedAt: null, isDeleted: false }
    this.encounters.set(id, encounter)
    this.pairings += 1
    for (const row of [one, other]) this.#judgeTicket(id, `${row?.['member']}`, `${row?.['ticket']}`)
    return encounter
  }

  #judge(id: string, [one, other]: Members): void {
    const { faults } = this
    const choice = this.#clock.now - chosenMs
    faults.oneself += Number(one === other)
    faults.blocked += Number((this.apartSince(one, other) ?? Infinity) < choice)
    faults.paused += Number([one, other].some((member) => (this.pausedAt(member) ?? Infinity) < choice))
    const pasts = [this.#pastOf(one, id), this.#pastOf(other, id)] as const
    const haveMet = pasts[0].includes(other) || pasts[1].includes(one)
    faults.metAgain += Number(haveMet)
    faults.justLeft += Number(pasts[0].at(-1) === other || pasts[1].at(-1) === one)
  }

  #judgeMatch([one, other]: Members): void {
    const blockedAt = this.blockedAt(one, other)
    this.faults.matchedBlocked += Number(blockedAt !== null && blockedAt < this.#clock.now - matchMs)
  }

  /** A wait leads to one encounter: its ticket opens another one only when its member was not shown the first. */
  #judgeTicket(id: string, member: string, ticket: string): void {
    const first = this.#tickets.get(ticket)
    this.faults.ticketTwice += Number(first !== undefined && this.#met.get(member)?.some((met) => met.id === first) === true)
    this.#tickets.set(ticket, id)
  }

  /** The last twenty whom a member has met before `id`, and all of this evening, the newest last. */
  #pastOf(member: string, id: string): string[] {
    const met = (this.#met.get(member) ?? []).filter((meeting) => meeting.id !== id)
    const evening = this.#clock.now - eveningMs
    return met.filter(({ at }, index) => index >= met.length - pastKept || at > evening).map(({ other }) => other)
  }

  #readSeat(member: string, storage: ObjectStorage): void {
    const [row] = storage.read('SELECT state, ticket, encounter, last, queue FROM seat')
    const before = this.seats.get(member)
    if (!row) {
      this.seats.delete(member)
      return void this.#waits.delete(member)
    }
    const seat = {
      state: `${row['state']}`,
      ticket: `${row['ticket']}`,
      encounter: toText(row['encounter']),
      last: toText(row['last']),
    }
    this.seats.set(member, seat)
    if (seat.state === 'waiting') this.#beginWait(member, `${row['queue']}`)
    else if (seat.state === 'free') this.#waits.delete(member)
    else if (before?.state !== 'paired' || before.encounter !== seat.encounter) this.#meet(member, seat.encounter ?? '')
  }

  #beginWait(member: string, queue: string): void {
    if (this.#waits.has(member)) return
    const [pool = ''] = queue.split(':')
    this.#waits.set(member, { pool, position: this.#positionIn(queue), since: this.#clock.now })
  }

  #meet(member: string, id: string): void {
    const other = this.partnerIn(id, member)
    const wait = this.#waits.get(member)
    this.#waits.delete(member)
    if (wait) {
      const { since, ...rest } = wait
      this.endedWaits.push({ ...rest, waitedMs: this.#clock.now - since })
    }
    const met = this.#met.get(member) ?? []
    if (other) this.#met.set(member, [...met, { id, other, at: this.#clock.now }])
  }

  partnerIn(id: string, member: string): string | null {
    return this.#chosen.get(id)?.find((one) => one !== member) ?? null
  }

  blockedAt(one: string, other: string): number | null {
    const sql =
      'SELECT MIN(created_at) AS at FROM blocks WHERE blocker_id = ? AND blocked_id = ? OR blocker_id = ? AND blocked_id = ?'
    return toNumber(this.#database.read(sql, one, other, other, one)[0]?.['at'])
  }

  pausedAt(member: string): number | null {
    const sql =
      "SELECT updated_at AS at FROM members WHERE id = ? AND state != 'complete' UNION SELECT paused_at FROM encounter_pauses WHERE member_id = ?"
    return toNumber(this.#database.read(sql, member, member)[0]?.['at'])
  }

  /** One of the two has reported an encounter of theirs. */
  keptApart(one: string, other: string): void {
    const key = [one, other].toSorted().join(' ')
    if (!this.#keptApart.has(key)) this.#keptApart.set(key, this.#clock.now)
  }

  /** When the first of them was placed: a block, or what a report of an encounter keeps apart. */
  apartSince(one: string, other: string): number | null {
    const times = [this.blockedAt(one, other), this.#keptApart.get([one, other].toSorted().join(' ')) ?? null]
    const known = times.filter((at) => at !== null)
    return known.length === 0 ? null : Math.min(...known)
  }
}

const memberOf = (side: unknown): string => JSON.parse(String(side)).member
const toText = (value: unknown) => (typeof value === 'string' ? value : null)
const toNumber = (value: unknown) => (typeof value === 'number' ? value : null)
