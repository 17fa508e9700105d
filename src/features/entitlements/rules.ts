/** A row of the ledger, as the rules read it. Times in ms; rows are only ever added. */
export type Entry = {
  kind: 'boost' | 'premium' | 'likes' | 'undo'
  /** Grants are positive, uses and take-backs negative. */
  units: number
  sourceKind: 'order' | 'premium-week' | 'use' | 'refund' | 'goodwill'
  /** A refund names the order that it takes back. */
  sourceId: string
  startsAt: number
  /** Null: until used. */
  expiresAt: number | null
  createdAt: number
}

/** Kinds that are used up one by one. Premium is a period instead. */
export type CountedKind = Exclude<Entry['kind'], 'premium'>

type Lot = { left: number; orderId: string | null; startsAt: number; endsAt: number }

const endOf = (entry: Entry) => entry.expiresAt ?? Number.POSITIVE_INFINITY
const isActive = ({ startsAt, endsAt }: { startsAt: number; endsAt: number }, at: number) => startsAt <= at && at < endsAt

/**
 * What is left of a kind at `now`. The ledger is replayed in the order of its entries. A use takes from the grants that
 * were valid at its time, the first to expire first. A refund takes the rest of its own order's grant, so used units
 * stay used and no balance falls below zero.
 */
export function balanceAt(entries: readonly Entry[], kind: CountedKind, now: number): number {
  const lots: Lot[] = []
  for (const entry of inOrder(entries)) {
    if (entry.kind !== kind || entry.createdAt > now) continue
    if (entry.units > 0) lots.push(toLot(entry))
    else if (entry.sourceKind === 'refund') take(lots, -entry.units, (lot) => lot.orderId === entry.sourceId)
    else take(lots, -entry.units, (lot) => isActive(lot, entry.createdAt))
  }
  return lots.filter((lot) => isActive(lot, now)).reduce((sum, lot) => sum + lot.left, 0)
}

/** Sorted by time; at the same moment grants come first, so that a use finds the grant made for it. */
function inOrder(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((one, other) => one.createdAt - other.createdAt || other.units - one.units)
}

function toLot(entry: Entry): Lot {
  const orderId = entry.sourceKind === 'order' ? entry.sourceId : null
  return { left: entry.units, orderId, startsAt: entry.startsAt, endsAt: endOf(entry) }
}

function take(lots: readonly Lot[], units: number, mayTake: (lot: Lot) => boolean): void {
  let open = units
  for (const lot of lots.filter(mayTake).toSorted((one, other) => compareEnds(one.endsAt, other.endsAt))) {
    const taken = Math.min(lot.left, open)
    lot.left -= taken
    open -= taken
  }
}

/** Subtracting two infinite values would give NaN. */
function compareEnds(one: number, other: number): number {
  return one === other ? 0 : one < other ? -1 : 1
}

/**
 * The end of the premium that is active at `now`, through all periods that follow without a gap; null without premium. A
 * refund ends its own order's period at the refund's `startsAt`.
 */
export function premiumUntil(entries: readonly Entry[], now: number): number | null {
  const known = entries.filter((entry) => entry.kind === 'premium' && entry.createdAt <= now)
  const periods = known
    .filter((entry) => entry.units > 0)
    .map((entry) => ({ startsAt: entry.startsAt, endsAt: Math.min(endOf(entry), refundedAt(known, entry)) }))
    .toSorted((one, other) => one.startsAt - other.startsAt)
  let until: number | null = null
  for (const period of periods) {
    if (until === null ? isActive(period, now) : period.startsAt <= until) until = Math.max(until ?? 0, period.endsAt)
  }
  return until
}

function refundedAt(known: readonly Entry[], grant: Entry): number {
  const refund = known.find((entry) => entry.sourceKind === 'refund' && entry.sourceId === grant.sourceId)
  return grant.sourceKind === 'order' && refund ? refund.startsAt : Number.POSITIVE_INFINITY
}

/** The period of a purchase made now. It starts after the active ones, so that no paid day is lost. */
export function nextPremiumPeriod(
  entries: readonly Entry[],
  months: number,
  now: number,
): { startsAt: number; expiresAt: number } {
  const startsAt = premiumUntil(entries, now) ?? now
  return { startsAt, expiresAt: addMonths(startsAt, months) }
}

/** The same day and time of a later month (UTC), or that month's last day where it has no such day. */
export function addMonths(at: number, months: number): number {
  const date = new Date(at)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime()
}
