import { matchmakerName, type EncounterPhase, type StartRequest } from '#features/encounters/contract.ts'

/**
 * A seat as it is stored. `queue`: the matchmaker of its wait, or of the one that led to its encounter. `encounter`: while waiting, the one for which the matchmaker has reserved the seat; while paired, the
 * member's encounter. `partner`: the token of the partner in `encounter`. `last`: the encounter before. `oddAt`: when no partner
 * was left for them at an evening, until they meet someone (ms). `hasConnected`: some device was connected during this wait;
 * `awaySince`: none is, since then (ms).
 */
export type StoredSeat = {
  state: 'free' | 'waiting' | 'paired'
  request: StartRequest
  queue: string
  ticket: string
  since: number
  encounter: string | null
  partner: string | null
  last: string | null
  oddAt: number | null
  phase: EncounterPhase | null
  until: number | null
  hasConnected: boolean
  awaySince: number | null
}

/**
 * A call that has not reached its object yet: without it, another member would wait for one who has gone. `queue`: of the wait
 * that it ends, or that led to the encounter.
 */
export type Departure = { target: string; kind: 'queue' | 'leave' | 'stop'; ticket: string; queue: string }

type SeatRow = {
  state: StoredSeat['state']
  request: string
  queue: string | null
  ticket: string
  since: number
  encounter: string | null
  partner: string | null
  last: string | null
  phase: EncounterPhase | null
  until: number | null
  has_connected: 0 | 1
  away_since: number | null
  odd_at: number | null
}

const hourMs = 60 * 60_000
/** Time before past partners may meet again. */
const pastKeptMs = 30 * 24 * hourMs
const pastKept = 20
/** Everyone met in an evening is excluded until the next one, regardless of their number. */
const eveningMs = 12 * hourMs

/**
 * The SQL of a seat: table `seat` of the hub, with at most one row, and `past_partners`, `departures` and `nexts` (member-hub's
 * schema.ts).
 */
export class SeatStore {
  readonly #sql: SqlStorage
  /** The row, cached; undefined before it is read. */
  #seat: StoredSeat | null | undefined
  /** The rows of `departures`, cached; null before they are read. */
  #departures: readonly Departure[] | null = null

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  find(): StoredSeat | null {
    if (this.#seat === undefined) this.#seat = this.#read()
    return this.#seat
  }

  #read(): StoredSeat | null {
    const row = this.#sql.exec<SeatRow>('SELECT * FROM seat').toArray()[0]
    if (!row) return null
    const { has_connected: hasConnected, away_since: awaySince, odd_at: oddAt, request: stored, queue, ...rest } = row
    const { language, ...request } = parseRequest(stored)
    return {
      ...rest,
      request: { ...request, languages: request.languages ?? [language] },
      // An earlier version had a matchmaker for each language, and stored none.
      queue: queue ?? matchmakerName(request.kind, language),
      hasConnected: hasConnected === 1,
      awaySince,
      oddAt,
    }
  }

  put(seat: StoredSeat): void {
    this.#sql.exec(
      `INSERT OR REPLACE INTO seat
         (id, state, request, queue, ticket, since, encounter, partner, last, phase, until, has_connected, away_since, odd_at)
       VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      seat.state,
      JSON.stringify({ ...seat.request, language: seat.request.languages[0] ?? '' } satisfies StoredRequest),
      seat.queue,
      seat.ticket,
      seat.since,
      seat.encounter,
      seat.partner,
      seat.last,
      seat.phase,
      seat.until,
      seat.hasConnected ? 1 : 0,
      seat.awaySince,
      seat.oddAt,
    )
    this.#seat = seat
  }

  forget(): void {
    this.#sql.exec('DELETE FROM seat')
    this.#seat = null
  }

  /** Newest first: the last twenty, and everyone of this evening. */
  listPast(now: number): string[] {
    return this.#sql
      .exec<{ token: string; at: number }>('SELECT token, at FROM past_partners WHERE at > ? ORDER BY at DESC', now - pastKeptMs)
      .toArray()
      .filter(({ at }, index) => index < pastKept || at > now - eveningMs)
      .map(({ token }) => token)
  }

  addPast(token: string, now: number): void {
    this.#sql.exec('INSERT OR REPLACE INTO past_partners (token, at) VALUES (?, ?)', token, now)
  }

  /** Forgets partners after thirty days; returns when the next one is due (ms), or null. */
  prunePast(now: number): number | null {
    this.#sql.exec('DELETE FROM past_partners WHERE at <= ?', now - pastKeptMs)
    return this.pastDueAt()
  }

  /** When the next partner is to be forgotten (ms), or null. */
  pastDueAt(): number | null {
    const { at } = this.#sql.exec<{ at: number | null }>('SELECT MIN(at) AS at FROM past_partners').one()
    return at === null ? null : at + pastKeptMs
  }

  /** When the member left partners for others within the last hour, oldest first. */
  listNexts(now: number): number[] {
    this.#sql.exec('DELETE FROM nexts WHERE at <= ?', now - hourMs)
    return this.#sql
      .exec<{ at: number }>('SELECT at FROM nexts ORDER BY at')
      .toArray()
      .map(({ at }) => at)
  }

  addNext(now: number): void {
    this.#sql.exec('INSERT INTO nexts (at) VALUES (?)', now)
  }

  listDepartures(): readonly Departure[] {
    return (this.#departures ??= this.#sql.exec<Departure>('SELECT target, kind, ticket, queue FROM departures').toArray())
  }

  addDeparture({ target, kind, ticket, queue }: Departure): void {
    this.#sql.exec(
      'INSERT OR REPLACE INTO departures (target, kind, ticket, queue) VALUES (?, ?, ?, ?)',
      target,
      kind,
      ticket,
      queue,
    )
    this.#departures = null
  }

  removeDeparture({ target, ticket }: Departure): void {
    this.#sql.exec('DELETE FROM departures WHERE target = ? AND ticket = ?', target, ticket)
    this.#departures = null
  }
}

/** `language`: the first one, which is all that the version before reads; an earlier version stored no others. */
type StoredRequest = Omit<StartRequest, 'languages'> & { language: string; languages?: StartRequest['languages'] }

function parseRequest(text: string): StoredRequest {
  return JSON.parse(text)
}
