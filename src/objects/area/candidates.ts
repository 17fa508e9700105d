import { keysOf } from '#shared/records.ts'
import { compareBoosts, type ActivityKey, type AreaRow } from '#features/nearby/server/areas/contract.ts'
import type { Assessed } from '#features/nearby/server/public.ts'
import type { Criteria } from './criteria.ts'
import { toEntry, type Entry } from './columns.ts'

const firstCapacity = 64

type Column = Uint8Array | Uint16Array | Int32Array | Float64Array

function makeColumns(capacity: number) {
  return {
    activeAt: new Float64Array(capacity),
    genders: new Uint8Array(capacity),
    seeks: new Uint8Array(capacity),
    birth: new Int32Array(capacity),
    ageMin: new Uint8Array(capacity),
    ageMax: new Uint8Array(capacity),
    cellX: new Int32Array(capacity),
    cellY: new Int32Array(capacity),
    intent: new Uint8Array(capacity),
    flags: new Uint8Array(capacity),
    height: new Uint16Array(capacity),
    drinking: new Uint8Array(capacity),
    smoking: new Uint8Array(capacity),
    education: new Uint8Array(capacity),
    kids: new Uint8Array(capacity),
    interests: new Int32Array(capacity),
    moreInterests: new Int32Array(capacity),
    languages: new Int32Array(capacity),
    /** Slots, the earliest active first. */
    order: new Int32Array(capacity),
  }
}

type Columns = ReturnType<typeof makeColumns>

export type RunningBoost = { slot: number; boostId: string; startsAt: number; endsAt: number }

/** The candidates of an area in memory, a column for each thing that a query compares, so that it scans numbers alone. */
export class Candidates {
  #columns = makeColumns(firstCapacity)
  #capacity = firstCapacity
  readonly #ids: string[] = []
  readonly #facts: Assessed[] = []
  readonly #slots = new Map<string, number>()
  readonly #free: number[] = []
  /** By slot, for members with boosts alone. */
  readonly #boosts = new Map<number, Entry['boosts']>()
  #boostOrder: RunningBoost[] | null = null

  get size(): number {
    return this.#slots.size
  }

  /** Fills an empty one. The order is made once. */
  load(rows: Iterable<AreaRow>): void {
    for (const row of rows) this.#fill(this.#slots.get(row.id) ?? this.#takeSlot(row.id), row)
    const slots = [...this.#slots.values()].sort((a, b) => this.#compareSlots(a, b))
    this.#columns.order.set(slots)
  }

  upsert(row: AreaRow): void {
    const known = this.#slots.get(row.id)
    if (known !== undefined) this.#unlink(known)
    const slot = known ?? this.#takeSlot(row.id)
    const linked = this.size - 1
    this.#fill(slot, row)
    this.#link(slot, linked)
  }

  /** False for an unknown id, or if the recorded activity is as late. */
  touch(id: string, activeAt: number): boolean {
    const slot = this.#slots.get(id)
    if (slot === undefined || this.#activeAt(slot) >= activeAt) return false
    this.#unlink(slot)
    this.#columns.activeAt[slot] = activeAt
    this.factsOf(slot).activeAt = activeAt
    this.#link(slot, this.size - 1)
    return true
  }

  remove(id: string): void {
    const slot = this.#slots.get(id)
    if (slot === undefined) return
    this.#unlink(slot)
    this.#slots.delete(id)
    this.#setBoosts(slot, [])
    this.#free.push(slot)
  }

  has(id: string): boolean {
    return this.#slots.has(id)
  }

  slotOf(id: string): number | undefined {
    return this.#slots.get(id)
  }

  ids(): IterableIterator<string> {
    return this.#slots.keys()
  }

  idOf(slot: number): string {
    return this.#ids[slot] ?? ''
  }

  factsOf(slot: number): Assessed {
    const facts = this.#facts[slot]
    if (!facts) throw new Error('An empty slot')
    return facts
  }

  cellOf(slot: number): { x: number; y: number } {
    return { x: this.#columns.cellX[slot] ?? 0, y: this.#columns.cellY[slot] ?? 0 }
  }

  /** Every boost with the slot of its member, those that end first first. Sorted once after a change, not for each query. */
  boosts(): readonly RunningBoost[] {
    this.#boostOrder ??= [...this.#boosts]
      .flatMap(([slot, boosts]) => boosts.map(({ id, startsAt, endsAt }) => ({ slot, boostId: id, startsAt, endsAt })))
      .sort(compareBoosts)
    return this.#boostOrder
  }

  /**
   * The slots of those who fit, latest active first, from `from` (exclusive; null: those active by `at`) down to `to` (inclusive; null:
   * no bound). `isNear` decides about the place, last.
   */
  select(
    window: { from: ActivityKey | null; to: ActivityKey | null; at: number },
    criteria: Criteria,
    isNear: (slot: number) => boolean,
    limit: number,
  ): number[] {
    const { order } = this.#columns
    const { from, to, at } = window
    const found: number[] = []
    // As in SQL: everyone active by the clock comes before this key.
    const end = this.#countBefore(from ?? { activeAt: at + 1, id: '' }, this.size)
    const start = to ? this.#countBefore(to, this.size) : 0
    for (let index = end - 1; index >= start && found.length < limit; index--) {
      const slot = order[index] ?? 0
      if (this.fits(slot, criteria) && isNear(slot)) found.push(slot)
    }
    return found
  }

  /** Whether the two suit each other, and the filters. */
  fits(slot: number, criteria: Criteria): boolean {
    const columns = this.#columns
    const birth = valueAt(columns.birth, slot)
    const flags = valueAt(columns.flags, slot)
    const genders = valueAt(columns.genders, slot)
    return (
      (genders & criteria.seeksMask) !== 0 &&
      (valueAt(columns.seeks, slot) & criteria.genderMask) !== 0 &&
      birth > criteria.bornAfter &&
      birth <= criteria.bornUntil &&
      criteria.age >= valueAt(columns.ageMin, slot) &&
      criteria.age <= valueAt(columns.ageMax, slot) &&
      (flags & criteria.flags) === criteria.flags &&
      (criteria.genders === 0 || (genders & criteria.genders) !== 0) &&
      (criteria.intents === 0 || (valueAt(columns.intent, slot) & criteria.intents) !== 0) &&
      valueAt(columns.activeAt, slot) >= criteria.activeSince &&
      (criteria.languages === null || (valueAt(columns.languages, slot) & criteria.languages) !== 0) &&
      (criteria.premium === null || hasAnswers(columns, slot, criteria.premium))
    )
  }

  #takeSlot(id: string): number {
    const slot = this.#free.pop() ?? this.#slots.size
    if (slot >= this.#capacity) this.#grow()
    this.#slots.set(id, slot)
    this.#ids[slot] = id
    return slot
  }

  #grow(): void {
    const before = this.#columns
    this.#capacity *= 2
    const after = makeColumns(this.#capacity)
    for (const name of keysOf(before)) after[name].set(before[name])
    this.#columns = after
  }

  #fill(slot: number, row: AreaRow): void {
    const columns = this.#columns
    const entry = toEntry(row)
    columns.activeAt[slot] = row.activeAt
    columns.genders[slot] = row.genderMask
    columns.seeks[slot] = row.seeksMask
    columns.birth[slot] = entry.birth
    columns.ageMin[slot] = row.seeksAgeMin
    columns.ageMax[slot] = row.seeksAgeMax
    columns.cellX[slot] = row.cellX
    columns.cellY[slot] = row.cellY
    columns.intent[slot] = entry.intent
    columns.flags[slot] = entry.flags
    columns.height[slot] = entry.height
    columns.drinking[slot] = entry.drinking
    columns.smoking[slot] = entry.smoking
    columns.education[slot] = entry.education
    columns.kids[slot] = entry.kids
    columns.interests[slot] = entry.interests[0]
    columns.moreInterests[slot] = entry.interests[1]
    columns.languages[slot] = entry.languages
    this.#facts[slot] = entry.facts
    this.#setBoosts(slot, entry.boosts)
  }

  #setBoosts(slot: number, boosts: Entry['boosts']): void {
    const hadBoosts = this.#boosts.delete(slot)
    if (boosts.length > 0) this.#boosts.set(slot, boosts)
    if (hadBoosts || boosts.length > 0) this.#boostOrder = null
  }

  #activeAt(slot: number): number {
    return valueAt(this.#columns.activeAt, slot)
  }

  #compareSlots(a: number, b: number): number {
    return this.#activeAt(a) - this.#activeAt(b) || compareText(this.idOf(a), this.idOf(b))
  }

  /** How many of the first `length` places are before a key. */
  #countBefore(key: ActivityKey, length: number): number {
    const { order } = this.#columns
    let [low, high] = [0, length]
    while (low < high) {
      const middle = (low + high) >> 1
      const slot = order[middle] ?? 0
      const apart = this.#activeAt(slot) - key.activeAt || compareText(this.idOf(slot), key.id)
      if (apart < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Takes a slot out of the order. Call it before its activity changes. */
  #unlink(slot: number): void {
    const { order } = this.#columns
    const index = this.#countBefore({ activeAt: this.#activeAt(slot), id: this.idOf(slot) }, this.size)
    order.copyWithin(index, index + 1, this.size)
  }

  /** Puts a slot into the order, which has `linked` others. */
  #link(slot: number, linked: number): void {
    const { order } = this.#columns
    const index = this.#countBefore({ activeAt: this.#activeAt(slot), id: this.idOf(slot) }, linked)
    order.copyWithin(index + 1, index, linked)
    order[index] = slot
  }
}

function hasAnswers(columns: Columns, slot: number, premium: NonNullable<Criteria['premium']>): boolean {
  const height = valueAt(columns.height, slot)
  const allows = (mask: number, column: Column) => mask === 0 || (valueAt(column, slot) & mask) !== 0
  return (
    height >= premium.minHeight &&
    height <= premium.maxHeight &&
    allows(premium.drinking, columns.drinking) &&
    allows(premium.smoking, columns.smoking) &&
    allows(premium.education, columns.education) &&
    allows(premium.kids, columns.kids) &&
    (premium.interests === null ||
      ((valueAt(columns.interests, slot) & premium.interests[0]) |
        (valueAt(columns.moreInterests, slot) & premium.interests[1])) !==
        0)
  )
}

const valueAt = (column: Column, slot: number): number => column[slot] ?? 0

/** As SQLite compares ids, which are ASCII. */
const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
