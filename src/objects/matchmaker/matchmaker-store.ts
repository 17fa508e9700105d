import type { PairingCriteria, Waiting } from '#features/encounters/contract.ts'

/** One of two chosen members. `token`: represents them in the other's list of past partners. */
export type Side = { ticket: string; member: string; token: string; since: number }

/**
 * `reserving`: both hubs are being asked. `releasing`: one of the two has left, and the other's seat is being released; its wait
 * continues. `paired`: both have accepted, and their waits are over; the encounter still has to open. `opened`: it knows of both;
 * kept so that a repeated call from their hubs starts no new wait. `at`: when the two were chosen, and from `paired` on, when
 * they were paired (ms).
 */
export type PairingState = 'reserving' | 'releasing' | 'paired' | 'opened'
export type Pairing = {
  id: string
  state: PairingState
  /** Of their talk. */
  language: string
  /** That both have chosen. */
  topics: readonly string[]
  sides: readonly [Side, Side]
  repeats: number
  at: number
}

type PairingRow = Omit<Pairing, 'sides' | 'language' | 'topics'> & {
  one: string
  other: string
  language: string | null
  topics: string | null
}
/** A wait as an earlier version, with an object for each language, has stored or sent it. */
type EarlierWaiting = Omit<Waiting, 'languages'> & { languages?: Waiting['languages'] }
type WaitRow = { ended_at: number; waited_ms: number; language: string; met: string | null }
/** A wait that ended with a talk, times in ms. `met`: the kind of the partner; null in the anonymous pool. */
export type EndedWait = { endedAt: number; waitedMs: number; language: string; met: PairingCriteria | null }

/** `pairing`: the encounter for which it is reserved. */
type Row = { waiting: Waiting; pairing: string | null; seenAt: number }

/** The SQL of a matchmaker. Its contents are in memory too, so that a round reads no table. */
export class MatchmakerStore {
  readonly #storage: DurableObjectStorage
  readonly #sql: SqlStorage
  /** By ticket. */
  readonly #rows = new Map<string, Row>()
  /** Tickets by member. */
  readonly #tickets = new Map<string, string>()
  /** By id. */
  readonly #pairings = new Map<string, Pairing>()
  /** Those whose hubs are being asked or released. */
  readonly #unfinished = new Map<string, Pairing>()
  /** Those whose encounter still has to open. */
  readonly #unopened = new Map<string, Pairing>()
  /** Ids of pairings by ticket. */
  readonly #pairingIds = new Map<string, string>()
  /** Tickets of rows not yet written. */
  readonly #unwritten = new Set<string>()
  /** Finish times of pairings that are not yet written as finished. By id. */
  readonly #finished = new Map<string, number>()
  readonly #onlyLanguage: string

  /** `onlyLanguage`: of everyone whom an earlier version, with an object for each language, has let in. */
  constructor(storage: DurableObjectStorage, onlyLanguage: string) {
    this.#storage = storage
    this.#sql = storage.sql
    this.#onlyLanguage = onlyLanguage
    const rows = this.#sql.exec<{ entry: string; seen_at: number }>('SELECT entry, seen_at FROM waiting').toArray()
    for (const { entry, seen_at: seenAt } of rows) this.#keep({ waiting: parse<EarlierWaiting>(entry), pairing: null, seenAt })
    for (const row of this.#sql.exec<PairingRow>('SELECT * FROM pairings').toArray()) {
      const { one, other, language, topics, ...rest } = row
      const talk = { language: language ?? onlyLanguage, topics: parse<string[]>(topics ?? '[]') }
      this.#keepPairing({ ...rest, ...talk, sides: [parse<Side>(one), parse<Side>(other)] })
    }
    for (const pairing of this.listUnfinished()) this.#reserve(pairing, pairing.id)
  }

  /** Everyone who waits, reserved or not. */
  listWaiting(): Waiting[] {
    return [...this.#rows.values()].map(({ waiting }) => waiting)
  }

  /**
   * Records a waiting member, to be written by `flush`; returns the encounter for which the ticket is reserved or to which it has
   * led. A repeat shows that the member is still there, and updates their profile.
   */
  enter(waiting: Waiting, now: number): string | null {
    const { ticket, member, profile } = waiting
    const known = this.#rows.get(ticket)
    const pairing = known ? known.pairing : (this.#pairingIds.get(ticket) ?? null)
    if (known) {
      known.seenAt = now
      if (pairing === null) known.waiting = { ...known.waiting, profile }
    } else if (pairing === null) {
      const older = this.#tickets.get(member)
      if (older !== undefined) this.leave(older)
      this.#keep({ waiting, pairing: null, seenAt: now })
    } else return pairing
    this.#unwritten.add(ticket)
    return pairing
  }

  /** Writes what was recorded since the last time. */
  flush(): void {
    if (this.#unwritten.size === 0) return
    this.#storage.transactionSync(() => this.#writeRows())
    this.#unwritten.clear()
  }

  /** Call it inside a transaction. The records stay until it has ended: after a rollback they are written the next time. */
  #writeRows(): void {
    for (const ticket of this.#unwritten) {
      const row = this.#rows.get(ticket)
      if (row) this.#writeRow(row)
    }
  }

  #writeRow({ waiting, seenAt }: Row): void {
    this.#sql.exec(
      'INSERT OR REPLACE INTO waiting (ticket, member, entry, seen_at) VALUES (?, ?, ?, ?)',
      waiting.ticket,
      waiting.member,
      JSON.stringify(waiting),
      seenAt,
    )
  }

  leave(ticket: string): void {
    if (!this.#rows.has(ticket)) return
    this.#sql.exec('DELETE FROM waiting WHERE ticket = ?', ticket)
    this.#forgetRow(ticket)
  }

  #forgetRow(ticket: string): void {
    const row = this.#rows.get(ticket)
    this.#rows.delete(ticket)
    if (row && this.#tickets.get(row.waiting.member) === ticket) this.#tickets.delete(row.waiting.member)
  }

  has(ticket: string): boolean {
    return this.#rows.has(ticket)
  }

  /** Everyone who is waiting and not reserved. */
  listFree(): Waiting[] {
    return [...this.#rows.values()].filter(({ pairing }) => pairing === null).map(({ waiting }) => waiting)
  }

  isFree(ticket: string): boolean {
    return this.#rows.get(ticket)?.pairing === null
  }

  listUnfinished(): Pairing[] {
    return [...this.#unfinished.values()]
  }

  listUnopened(): Pairing[] {
    return [...this.#unopened.values()]
  }

  /** Reserves the rows of all these pairings together. */
  begin(pairings: readonly Pairing[]): void {
    this.#storage.transactionSync(() => {
      this.#writeRows()
      for (const pairing of pairings) this.#write(pairing)
    })
    this.#unwritten.clear()
    for (const pairing of pairings) {
      this.#keepPairing(pairing)
      this.#reserve(pairing, pairing.id)
    }
  }

  /** Both have accepted at `at` (ms): their waits are over. To be written by `commitFinished`. */
  finish(id: string, at: number): void {
    this.#finished.set(id, at)
  }

  /** Writes the pairings finished since the last time, unless they have failed in the meantime. */
  commitFinished(): void {
    const finished = [...this.#finished].flatMap(([id, at]): Pairing[] => {
      const pairing = this.#pairings.get(id)
      return pairing?.state === 'reserving' ? [{ ...pairing, state: 'paired', at }] : []
    })
    this.#storage.transactionSync(() => {
      for (const pairing of finished) this.#writeFinished(pairing)
    })
    this.#finished.clear()
    for (const pairing of finished) {
      this.#keepPairing(pairing)
      for (const { ticket } of pairing.sides) this.#forgetRow(ticket)
    }
  }

  #writeFinished(pairing: Pairing): void {
    const { sides, at } = pairing
    const chosenAt = this.#pairings.get(pairing.id)?.at ?? at
    this.#write(pairing)
    for (const { ticket } of sides) this.#sql.exec('DELETE FROM waiting WHERE ticket = ?', ticket)
    const [wait, otherWait] = sides.map(({ since }) => Math.max(0, chosenAt - since))
    const [own, met] = sides.map(({ ticket }) => toKind(this.#rows.get(ticket)?.waiting.profile))
    this.#sql.exec(
      'INSERT INTO waits (ended_at, language, waited_ms, met) VALUES (?1, ?2, ?3, ?4), (?1, ?2, ?5, ?6)',
      at,
      pairing.language,
      wait,
      met,
      otherWait,
      own,
    )
  }

  /** Their encounter knows of both. The members are no longer needed; their tickets are. */
  noteOpened(pairing: Pairing): void {
    const [one, other] = pairing.sides
    this.#change({ ...pairing, state: 'opened', sides: [anonymous(one), anonymous(other)] })
  }

  /** Ends a pairing. Those who are `gone` leave the queue; the others keep waiting once their seats are released. */
  fail(pairing: Pairing, gone: readonly Side[]): void {
    const failed: Pairing = { ...pairing, state: 'releasing', repeats: 0 }
    this.#storage.transactionSync(() => {
      this.#write(failed)
      for (const { ticket } of gone) this.#sql.exec('DELETE FROM waiting WHERE ticket = ?', ticket)
    })
    this.#keepPairing(failed)
    for (const { ticket } of gone) this.#forgetRow(ticket)
  }

  /** Everyone concerned knows of its end. */
  remove(pairing: Pairing): void {
    this.#reserve(pairing, null)
    this.#forgetPairing(pairing)
  }

  noteRepeat(pairing: Pairing): Pairing {
    const next = { ...pairing, repeats: pairing.repeats + 1 }
    this.#change(next)
    return next
  }

  find(id: string): Pairing | null {
    return this.#pairings.get(id) ?? null
  }

  /** The waits that ended with a talk after `since` (ms). */
  listWaits(since: number): EndedWait[] {
    return this.#sql
      .exec<WaitRow>(
        'SELECT ended_at, waited_ms, COALESCE(language, ?) AS language, met FROM waits WHERE ended_at > ?',
        this.#onlyLanguage,
        since,
      )
      .toArray()
      .map(({ ended_at: endedAt, waited_ms: waitedMs, language, met }) => ({
        endedAt,
        waitedMs,
        language,
        met: met === null ? null : parse<PairingCriteria>(met),
      }))
  }

  /** Forgets what ended before `endedBefore`, and members whose hub has been silent since `seenBefore` (ms). */
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

  #keep({ waiting, ...row }: Omit<Row, 'waiting'> & { waiting: EarlierWaiting }): void {
    const { languages = [this.#onlyLanguage] } = waiting
    this.#rows.set(waiting.ticket, { ...row, waiting: { ...waiting, languages } })
    this.#tickets.set(waiting.member, waiting.ticket)
  }

  get hasUnfinished(): boolean {
    return this.#unfinished.size > 0
  }

  #keepPairing(pairing: Pairing): void {
    this.#pairings.set(pairing.id, pairing)
    this.#unfinished.delete(pairing.id)
    this.#unopened.delete(pairing.id)
    if (pairing.state === 'paired') this.#unopened.set(pairing.id, pairing)
    else if (pairing.state !== 'opened') this.#unfinished.set(pairing.id, pairing)
    for (const { ticket } of pairing.sides) this.#pairingIds.set(ticket, pairing.id)
  }

  #forgetPairing({ id, sides }: Pairing): void {
    this.#pairings.delete(id)
    this.#unfinished.delete(id)
    this.#unopened.delete(id)
    for (const { ticket } of sides) this.#pairingIds.delete(ticket)
    this.#sql.exec('DELETE FROM pairings WHERE id = ?', id)
  }

  #write(pairing: Pairing): void {
    const { id, state, language, topics, sides, repeats, at } = pairing
    this.#sql.exec(
      'INSERT OR REPLACE INTO pairings (id, state, language, topics, one, other, repeats, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      id,
      state,
      language,
      JSON.stringify(topics),
      JSON.stringify(sides[0]),
      JSON.stringify(sides[1]),
      repeats,
      at,
    )
  }

  #change(pairing: Pairing): void {
    this.#write(pairing)
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

/** As JSON, with the year of birth alone and without whatever else a profile says. */
function toKind(profile: Waiting['profile'] | undefined): string | null {
  if (!profile) return null
  const { genderMask, seeksMask, birthDate, seeksAgeMin, seeksAgeMax } = profile
  return JSON.stringify({ genderMask, seeksMask, birthDate: `${birthDate.slice(0, 4)}-01-01`, seeksAgeMin, seeksAgeMax })
}

const anonymous = (side: Side): Side => ({ ...side, member: '', token: '' })

function parse<Value>(text: string): Value {
  return JSON.parse(text)
}
