import { lotsOf, premiumOf, usedWeeksOf, type Entry } from '#features/entitlements/contract.ts'
import type { EntitlementKind } from '#shared/entitlement-kind.ts'

/** A line of an order: `units` of the whole line, and what was paid for it. Its id is the cause in the ledger's entries. */
export type OrderedLine = { id: string; kind: EntitlementKind; units: number; paid: number }

/** The entries that take back the unused part of lines. Activated boosts count as used. */
export function refundEntries(lines: readonly OrderedLine[], ledger: readonly Entry[], now: number): Entry[] {
  return lines.flatMap((line) => {
    const { left } = restOf(line, ledger, now)
    return left === 0 ? [] : [takenEntry({ grant: line.id, kind: line.kind, units: left }, ledger, now)]
  })
}

/** Units taken back from those that one ledger entry granted. */
type Taken = { grant: string; kind: EntitlementKind; units: number }

/** Causes are unique, so a second refund of one grant, such as for a gift returned after the first, has a number. */
function takenEntry({ grant, kind, units }: Taken, ledger: readonly Entry[], now: number): Entry {
  const earlier = ledger.filter(
    (entry) => entry.sourceKind === 'refund' && entry.kind === kind && `${entry.sourceId}:`.startsWith(`${grant}:`),
  ).length
  const sourceId = earlier === 0 ? grant : `${grant}:${earlier}`
  return { sourceKind: 'refund', sourceId, units: -units, kind, startsAt: now, expiresAt: null, createdAt: now }
}

/**
 * Goodwill units given because boosts of these lines achieved little: a full refund takes them back. `boosts`: those activated
 * from them.
 */
export function goodwillOf(
  lines: readonly OrderedLine[],
  ledger: readonly Entry[],
  now: number,
): { entries: Entry[]; boosts: string[] } {
  const causes = new Set(boostsOf(lines, ledger))
  const given = lotsOf(ledger, 'boost').filter(({ source, sourceKind }) => sourceKind === 'goodwill' && causes.has(source))
  return {
    entries: given.flatMap(({ source, left }) =>
      left === 0 ? [] : [takenEntry({ grant: source, kind: 'boost', units: left }, ledger, now)],
    ),
    boosts: given.flatMap(({ uses }) => uses),
  }
}

/** Units of a line that are left and frozen. For premium: all its months, if any of its time is left. */
export function restOf(
  { id, kind, units }: OrderedLine,
  ledger: readonly Entry[],
  now: number,
): { left: number; frozen: number } {
  if (kind !== 'premium') {
    const lot = lotsOf(ledger, kind).find(({ source }) => source === id)
    return { left: lot?.left ?? 0, frozen: lot?.frozen ?? 0 }
  }
  const { periods, frozen } = premiumOf(ledger)
  const isLeft = periods.some(({ source, startsAt, endsAt }) => source === id && startsAt < endsAt && endsAt > now)
  return { left: isLeft ? units : 0, frozen: frozen.has(id) ? units : 0 }
}

/** Boosts that were activated from these lines, or from the weeks of their premium. */
export function boostsOf(lines: readonly OrderedLine[], ledger: readonly Entry[]): string[] {
  const ids = new Set(lines.map(({ id }) => id))
  const grants = new Map(usedWeeksOf(ledger).map(({ week, source }) => [week, source]))
  return lotsOf(ledger, 'boost').flatMap(({ source, uses }) => (ids.has(grants.get(source) ?? source) ? uses : []))
}
