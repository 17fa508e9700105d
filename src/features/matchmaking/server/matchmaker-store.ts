import type { Waiting } from '../contract.ts'

/** One of two who were chosen. `token`: what stands for them in the other's list of past partners. */
export type Side = { ticket: string; member: string; token: string; since: number }

/**
 * `reserving`: both hubs are being asked. `releasing`: one of the two has gone, and the other's seat is released: its wait goes on.
 * `opened`: the encounter knows of both, and their waits are over; kept so that a repeated call of their hubs begins no new wait.
 */
export type PairingState = 'reserving' | 'releasing' | 'opened'
export type Pairing = { id: string; state: PairingState; sides: readonly [Side, Side]; repeats: number; at: number }

type PairingRow = { id: string; state: PairingState; one: string; other: string; repeats: number; at: number }
/** `pairing`: the encounter that it is reserved for. */
type Row = { waiting: Waiting; pairing: string | null; seenAt: number }

/** The SQL of a matchmaker. What it holds is in memory, too, so that a round reads no table. */
export class MatchmakerStore {
  readonly #storage: DurableObjectStorage
  readonly #sql: SqlStorage
  /** By ticket. */
  readonly #rows = new Map<string, Row>()
  /** Tickets by member. */
  readonly #tickets = new Map<string, string>()
  /** By id. */
  readonly #pairings = new Map<string, Pairing>()
  /** Those of them that have not opened. */
  readonly #unfinished = new Map<string, Pairing>()
  /** Ids of pairings by ticket. */
  readonly #pairingIds = new Map<string, string>()

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    this.#sql = storage.sql
    const rows = this.#sql.exec<{ entry: string; seen_at: number }>('SELECT entry, seen_at FROM waiting').toArray()
    for (const { entry, seen_at: seenAt } of rows) this.#keep({ waiting: parse<Waiting>(entry), pairing: null, seenAt })
    for (const row of this.#sql.exec<PairingRow>('SELECT * FROM pairings').toArray()) {
      const { one, other, ...rest } = row
      this.#keepPairing({ ...rest, sides: [parse<Side>(one), parse<Side>(other)] })
    }
    for (const pairing of this.listUnfinished()) this.#reserve(pairing, pairing.id)
  }

  get people(): number {
    return this.#rows.size
  }

  /** Writes down who waits; answers the encounter that the ticket is reserved for or has led to. */
  enter(waiting: Waiting, now: number): string | null {
    const known = this.#rows.get(waiting.ticket)
    if (known) {
      known.seenAt = now
      this.#sql.exec('UPDATE waiting SET seen_at = ? WHERE ticket = ?', now, waiting.ticket)
      if (known.pairing === null) this.#renew(known, waiting.profile)
      return known.pairing
    }
    const pairing = this.#pairingIds.get(waiting.ticket)
    if (pairing !== undefined) return pairing
    this.#storage.transactionSync(() => {
      const older = this.#tickets.get(waiting.member)
      if (older !== undefined) this.leave(older)
      this.#sql.exec(
        'INSERT INTO waiting (ticket, member, entry, seen_at) VALUES (?, ?, ?, ?)',
        waiting.ticket,
        waiting.member,
        JSON.stringify(waiting),
        now,
      )
    })
    this.#keep({ waiting, pairing: null, seenAt: now })
    return null
  }

  /** The member has changed their profile during the wait. */
  #renew(row: Row, profile: Waiting['profile']): void {
    if (JSON.stringify(profile) === JSON.stringify(row.waiting.profile)) return
    row.waiting = { ...row.waiting, profile }
    this.#sql.exec('UPDATE waiting SET entry = ? WHERE ticket = ?', JSON.stringify(row.waiting), row.waiting.ticket)
  }

  leave(ticket: string): void {
    const row = this.#rows.get(ticket)
    if (!row) return
    this.#rows.delete(ticket)
    this.#tickets.delete(row.waiting.member)
    this.#sql.exec('DELETE FROM waiting WHERE ticket = ?', ticket)
  }

  has(ticket: string): boolean {
    return this.#rows.has(ticket)
  }

  /** Everyone who waits and is not reserved. */
  listFree(): Waiting[] {
    return [...this.#rows.values()].filter(({ pairing }) => pairing === null).map(({ waiting }) => waiting)
  }

  isFree(ticket: string): boolean {
    return this.#rows.get(ticket)?.pairing === null
  }

  listUnfinished(): Pairing[] {
    return [...this.#unfinished.values()]
  }

  /** Reserves the rows of all these pairings at once. */
  begin(pairings: readonly Pairing[]): void {
    this.#storage.transactionSync(() => {
      for (const pairing of pairings) this.#write(pairing)
    })
    for (const pairing of pairings) this.#reserve(pairing, pairing.id)
  }

  /** Their encounter knows of both: their waits are over. */
  finish(pairing: Pairing, now: number): void {
    this.#storage.transactionSync(() => {
      // Who the two were is needed no more; their tickets are.
      const [one, other] = pairing.sides.map((side) => ({ ...side, member: '', token: '' }))
      if (!one || !other) return
      this.#write({ ...pairing, state: 'opened', sides: [one, other], at: now })
      for (const { ticket } of pairing.sides) this.leave(ticket)
      const [wait, otherWait] = [one, other].map(({ since }) => Math.max(0, pairing.at - since))
      this.#sql.exec('INSERT INTO waits (ended_at, waited_ms) VALUES (?1, ?2), (?1, ?3)', now, wait, otherWait)
    })
  }

  /** Ends a pairing. Those who are `gone` leave the queue; the others wait on once their seats are released. */
  fail(pairing: Pairing, gone: readonly Side[]): void {
    this.#storage.transactionSync(() => {
      this.#write({ ...pairing, state: 'releasing', repeats: 0 })
      for (const { ticket } of gone) this.leave(ticket)
    })
  }

  /** Everybody whom it concerned knows of its end. */
  remove(pairing: Pairing): void {
    this.#reserve(pairing, null)
    this.#forgetPairing(pairing)
  }

  noteRepeat(pairing: Pairing): Pairing {
    const next = { ...pairing, repeats: pairing.repeats + 1 }
    this.#write(next)
    return next
  }

  find(id: string): Pairing | null {
    return this.#pairings.get(id) ?? null
  }

  /** How long those waited whose wait ended after `since` (ms). */
  listWaits(since: number): { endedAt: number; waitedMs: number }[] {
    return this.#sql
      .exec<{ ended_at: number; waited_ms: number }>('SELECT ended_at, waited_ms FROM waits WHERE ended_at > ?', since)
      .toArray()
      .map(({ ended_at: endedAt, waited_ms: waitedMs }) => ({ endedAt, waitedMs }))
  }

  /** Forgets what has ended before `endedBefore`, and members whose hub was silent since `seenBefore` (ms). */
  prune({ endedBefore, seenBefore }: { endedBefore: number; seenBefore: number }): void {
    this.#sql.exec('DELETE FROM waits WHERE ended_at <= ?', endedBefore)
    for (const pairing of this.#pairings.values()) {
      if (pairing.state === 'opened' && pairing.at <= endedBefore) this.#forgetPairing(pairing)
    }
    for (const { waiting, pairing, seenAt } of this.#rows.values()) {
      if (pairing === null && seenAt <= seenBefore) this.leave(waiting.ticket)
    }
  }

  get isEmpty(): boolean {
    const { waits } = this.#sql.exec<{ waits: number }>('SELECT COUNT(*) AS waits FROM waits').one()
    return this.#rows.size === 0 && this.#pairings.size === 0 && waits === 0
  }

  #keep(row: Row): void {
    this.#rows.set(row.waiting.ticket, row)
    this.#tickets.set(row.waiting.member, row.waiting.ticket)
  }

  get hasUnfinished(): boolean {
    return this.#unfinished.size > 0
  }

  #keepPairing(pairing: Pairing): void {
    this.#pairings.set(pairing.id, pairing)
    if (pairing.state === 'opened') this.#unfinished.delete(pairing.id)
    else this.#unfinished.set(pairing.id, pairing)
    for (const { ticket } of pairing.sides) this.#pairingIds.set(ticket, pairing.id)
  }

  #forgetPairing({ id, sides }: Pairing): void {
    this.#pairings.delete(id)
    this.#unfinished.delete(id)
    for (const { ticket } of sides) this.#pairingIds.delete(ticket)
    this.#sql.exec('DELETE FROM pairings WHERE id = ?', id)
  }

  #write(pairing: Pairing): void {
    const { id, state, sides, repeats, at } = pairing
    this.#sql.exec(
      'INSERT OR REPLACE INTO pairings (id, state, one, other, repeats, at) VALUES (?, ?, ?, ?, ?, ?)',
      id,
      state,
      JSON.stringify(sides[0]),
      JSON.stringify(sides[1]),
      repeats,
      at,
    )
    this.#keepPairing(pairing)
  }

  /** Null: they are free again. */
  #reserve({ sides }: Pairing, id: string | null): void {
    for (const { ticket } of sides) {
      const row = this.#rows.get(ticket)
      if (row) row.pairing = id
    }
  }
}

function parse<Value>(text: string): Value {
  return JSON.parse(text)
}
