import type { EntitlementKind } from '#shared/entitlement-kind.ts'
import { addMonths, dayOf } from './add-months.ts'

/** How long a boost lasts from its activation (product.md 'Store'). */
export const boostMs = 30 * 60_000
/** How long a boost lasts that was granted because another achieved little. */
export const goodwillBoostMs = 15 * 60_000
/** Premium includes one boost for each of these. */
export const premiumWeekMs = 7 * 24 * 60 * 60_000

/**
 * A row of the ledger, as the rules read it; lists are in the order of writing. Times in ms, and `units` of premium in months.
 * Rows are only ever added.
 */
export type Entry = {
  kind: EntitlementKind
  /** Grants and thaws are positive, uses, refunds and freezes negative. */
  units: number
  sourceKind: 'order' | 'premium-week' | 'use' | 'refund' | 'freeze' | 'thaw' | 'goodwill' | 'return'
  /**
   * The cause. A refund names the grant that it takes back, a later one with its number; freeze and thaw always do:
   * `{grant}:{n}`. A return names the cause of its use.
   */
  sourceId: string
  startsAt: number
  /** Null: valid until used. */
  expiresAt: number | null
  createdAt: number
}

/** Kinds that are used up one by one. Premium is a period instead. */
export type CountedKind = Exclude<EntitlementKind, 'premium'>

/** A grant with what is left of it. `frozen`: unusable while a dispute is open. `uses`: causes of the uses that took from it. */
export type Lot = {
  source: string
  sourceKind: Entry['sourceKind']
  granted: number
  left: number
  frozen: number
  startsAt: number
  endsAt: number
  uses: string[]
}

/**
 * Machines' clocks differ: a request that follows at once may run on a machine whose clock is slightly behind the boost's start.
 */
const clockSkewMs = 5_000

/** The latest start, in ms, that counts as begun at `now`; for SQL. */
export const latestStart = (now: number) => now + clockSkewMs

/** Whether something has begun at `now`, whichever machine's clock wrote its start. */
export const hasBegun = ({ startsAt }: { startsAt: number }, now: number) => startsAt <= latestStart(now)

const isActive = ({ startsAt, endsAt }: { startsAt: number; endsAt: number }, at: number) => startsAt <= at && at < endsAt

/** Isolates have different clocks, so an entry may be older than the one before it: within a ledger, time never goes back. */
function clockAfter(entries: readonly Entry[], now: number): number {
  return entries.reduce((latest, { createdAt }) => Math.max(latest, createdAt), now)
}

/** Returns the grant that a refund, freeze or thaw names. */
function grantOf({ sourceKind, sourceId }: Entry): string {
  const isNumbered = sourceKind === 'freeze' || sourceKind === 'thaw' || (sourceKind === 'refund' && sourceId.includes(':'))
  return isNumbered ? sourceId.slice(0, sourceId.lastIndexOf(':')) : sourceId
}

/**
 * Replays the ledger of one kind. A use takes from the grants that are valid at its time, the first to expire first. A refund and
 * a freeze take from their own grant only, so used units stay used and no lot falls below zero.
 */
export function lotsOf(entries: readonly Entry[], kind: CountedKind): Lot[] {
  const lots: Lot[] = []
  let clock = 0
  for (const entry of entries) {
    clock = Math.max(clock, entry.createdAt)
    if (entry.kind !== kind) continue
    const own = lots.find(({ source }) => source === grantOf(entry))
    const units = Math.abs(entry.units)
    switch (entry.sourceKind) {
      case 'use':
        use(lots, entry.sourceId, units, clock)
        break
      case 'refund':
        if (own) own.left -= Math.min(own.left, units)
        break
      case 'freeze':
        if (own) move(own, Math.min(own.left, units))
        break
      case 'thaw':
        if (own) move(own, -Math.min(own.frozen, units))
        break
      case 'return':
        giveBack(lots, entry.sourceId)
        break
      case 'order':
      case 'premium-week':
      case 'goodwill':
        lots.push(toLot(entry))
        break
      default:
        entry.sourceKind satisfies never
    }
  }
  return lots
}

function toLot({ sourceId, sourceKind, units, startsAt, expiresAt }: Entry): Lot {
  return {
    source: sourceId,
    sourceKind,
    granted: units,
    left: units,
    frozen: 0,
    startsAt,
    endsAt: expiresAt ?? Number.POSITIVE_INFINITY,
    uses: [],
  }
}

function move(lot: Lot, units: number): void {
  lot.left -= units
  lot.frozen += units
}

function use(lots: readonly Lot[], cause: string, units: number, at: number): void {
  let open = units
  for (const lot of lots.filter((each) => isActive(each, at)).toSorted((one, other) => compareEnds(one.endsAt, other.endsAt))) {
    const taken = Math.min(lot.left, open)
    if (taken === 0) continue
    lot.left -= taken
    lot.uses.push(cause)
    open -= taken
  }
}

/** Undoes the use of one unit: it returns to its own grant, as if it had never been used. */
function giveBack(lots: readonly Lot[], cause: string): void {
  const lot = lots.find(({ uses }) => uses.includes(cause))
  if (!lot) return
  lot.left += 1
  lot.uses = lot.uses.filter((each) => each !== cause)
}

/** Subtracting two infinite values would give NaN. */
function compareEnds(one: number, other: number): number {
  return one === other ? 0 : one < other ? -1 : 1
}

/** What is left of a kind at `now`, without frozen units. */
export function balanceAt(entries: readonly Entry[], kind: CountedKind, now: number): number {
  const at = clockAfter(entries, now)
  return lotsOf(entries, kind)
    .filter((lot) => isActive(lot, at))
    .reduce((sum, lot) => sum + lot.left, 0)
}

/** Uses one unit of a kind; null if none is left. `cause` names what it was used for. */
export function planUse(entries: readonly Entry[], kind: CountedKind, cause: string, now: number): Entry | null {
  if (balanceAt(entries, kind, now) === 0) return null
  const at = clockAfter(entries, now)
  return { kind, units: -1, sourceKind: 'use', sourceId: cause, startsAt: at, expiresAt: null, createdAt: at }
}

/** Returns the unit that was used for `cause`; null if none was, or if it was returned before. */
export function planReturn(entries: readonly Entry[], kind: CountedKind, cause: string, now: number): Entry | null {
  const of = (sourceKind: Entry['sourceKind']) =>
    entries.some((entry) => entry.sourceKind === sourceKind && entry.sourceId === cause && entry.kind === kind)
  if (!of('use') || of('return')) return null
  const at = clockAfter(entries, now)
  return { kind, units: 1, sourceKind: 'return', sourceId: cause, startsAt: at, expiresAt: null, createdAt: at }
}

/** A period of premium. A grant that was frozen has one before and one after. */
export type Period = { source: string; startsAt: number; endsAt: number }
/**
 * `day`: the day of the month on which the following months end too. It is that of the first of several periods without a gap;
 * null after a period that ended early.
 */
type Queued = Period & { length: { months: number } | { ms: number }; day: number | null }
type Frozen = Pick<Queued, 'source' | 'length'>

/**
 * Replays premium: each grant begins when the one before ends, so no paid day is lost. A refund or a freeze removes the rest of
 * its grant, and later grants move up. A thaw appends the rest at the end.
 */
export function premiumOf(entries: readonly Entry[]): { periods: Period[]; frozen: ReadonlySet<string> } {
  let queue: Queued[] = []
  let frozen: Frozen[] = []
  let clock = 0
  for (const entry of entries) {
    clock = Math.max(clock, entry.createdAt)
    if (entry.kind !== 'premium') continue
    const source = grantOf(entry)
    if (entry.sourceKind === 'thaw') {
      for (const rest of frozen.filter((each) => each.source === source)) queue = append(queue, rest, clock)
      frozen = frozen.filter((each) => each.source !== source)
    } else if (entry.units > 0) {
      queue = append(queue, { source, length: { months: entry.units } }, clock)
    } else {
      if (entry.sourceKind === 'freeze') frozen = [...frozen, ...restsOf(queue, source, clock)]
      else frozen = frozen.filter((each) => each.source !== source)
      queue = without(queue, source, clock)
    }
  }
  return { periods: queue, frozen: new Set(frozen.map(({ source }) => source)) }
}

function append(queue: readonly Queued[], rest: Frozen, at: number): Queued[] {
  const last = queue.at(-1)
  const startsAt = Math.max(at, last?.endsAt ?? at)
  if ('ms' in rest.length) return [...queue, { ...rest, startsAt, endsAt: startsAt + rest.length.ms, day: null }]
  const day = (last?.endsAt === startsAt ? last.day : null) ?? dayOf(startsAt)
  return [...queue, { ...rest, startsAt, endsAt: addMonths(startsAt, rest.length.months, day), day }]
}

/** What is left of a grant at `at`. */
function restsOf(queue: readonly Queued[], source: string, at: number): Frozen[] {
  return queue
    .filter((each) => each.source === source && each.endsAt > at)
    .map(({ startsAt, endsAt, length }) => ({ source, length: startsAt > at ? length : { ms: endsAt - at } }))
}

/** Ends a grant at `at`; grants that have not begun by then move up. */
function without(queue: readonly Queued[], source: string, at: number): Queued[] {
  let kept: Queued[] = []
  for (const each of queue) {
    const isWaiting = each.startsAt > at
    if (each.source === source) {
      if (!isWaiting) kept.push(each.endsAt > at ? { ...each, endsAt: at, day: null } : each)
    } else if (isWaiting) kept = append(kept, each, at)
    else kept.push(each)
  }
  return kept
}

/** The premium that is active at `now`, across all consecutive periods without a gap; null without premium. */
export function premiumRun(entries: readonly Entry[], now: number): Period | null {
  const at = clockAfter(entries, now)
  const runs: Period[] = []
  for (const { source, startsAt, endsAt } of premiumOf(entries).periods) {
    if (startsAt === endsAt) continue
    const run = runs.at(-1)
    if (run && startsAt <= run.endsAt) run.endsAt = endsAt
    else runs.push({ source, startsAt, endsAt })
  }
  return runs.find((run) => isActive(run, at)) ?? null
}

/** The end of the premium that is active at `now`; null without premium. */
export const premiumUntil = (entries: readonly Entry[], now: number) => premiumRun(entries, now)?.endsAt ?? null

/**
 * This week's boost from premium, as long as it is unused. It is written to the ledger together with its use, so that a refund of
 * premium leaves none behind. Null without premium, and once it was used.
 */
export function weeklyBoost(entries: readonly Entry[], now: number): Entry | null {
  const at = clockAfter(entries, now)
  const run = premiumRun(entries, at)
  if (!run) return null
  const week = Math.floor((at - run.startsAt) / premiumWeekMs)
  const sourceId = `${run.source}:${week}`
  if (entries.some((entry) => entry.sourceKind === 'premium-week' && entry.sourceId === sourceId)) return null
  const startsAt = run.startsAt + week * premiumWeekMs
  return {
    kind: 'boost',
    units: 1,
    sourceKind: 'premium-week',
    sourceId,
    startsAt,
    expiresAt: startsAt + premiumWeekMs,
    createdAt: at,
  }
}

/** Weeks of premium whose boost was used, with the grant that provided premium then: the whole week counts as used. */
export function usedWeeksOf(entries: readonly Entry[]): { week: string; source: string; endsAt: number }[] {
  return entries.flatMap((entry, index) => {
    if (entry.sourceKind !== 'premium-week') return []
    const { periods } = premiumOf(entries.slice(0, index))
    const period = periods.find((each) => isActive(each, entry.createdAt))
    return period ? [{ week: entry.sourceId, source: period.source, endsAt: entry.expiresAt ?? entry.createdAt }] : []
  })
}

/** Boosts that can be activated now, including this week's from premium. */
export function boostsLeft(entries: readonly Entry[], now: number): number {
  const weekly = weeklyBoost(entries, now)
  return balanceAt(weekly ? [...entries, weekly] : entries, 'boost', now)
}

export type BoostPlan = { boost: { id: string; startsAt: number; endsAt: number }; entries: Entry[] }

/** The grant from which a boost was taken; null for one that is not in the ledger. */
export const lotOfBoost = (entries: readonly Entry[], id: string) =>
  lotsOf(entries, 'boost').find(({ uses }) => uses.includes(id)) ?? null

/** How long a boost lasts, by the grant from which it was taken. */
const lengthOf = (lot: Lot | null) => (lot?.sourceKind === 'goodwill' ? goodwillBoostMs : boostMs)

/**
 * Activates a boost: it begins now, or when the active ones have ended (`busyUntil`, ms). Null if none is left. The week's own
 * comes first, because it expires first.
 */
export function planBoost(entries: readonly Entry[], id: string, busyUntil: number | null, now: number): BoostPlan | null {
  if (boostsLeft(entries, now) === 0) return null
  const at = clockAfter(entries, now)
  const startsAt = Math.max(at, busyUntil ?? at)
  const weekly = weeklyBoost(entries, now)
  const used: Entry = { kind: 'boost', units: -1, sourceKind: 'use', sourceId: id, startsAt: at, expiresAt: null, createdAt: at }
  const added = [...(weekly ? [weekly] : []), used]
  const lengthMs = lengthOf(lotOfBoost([...entries, ...added], id))
  return { boost: { id, startsAt, endsAt: startsAt + lengthMs }, entries: added }
}
