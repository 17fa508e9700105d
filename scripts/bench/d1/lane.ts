import { mulberry32 } from '#seed/demo/random.ts'

/** A kind of call to D1: how often a member who is online makes it, and how long D1 works for it. */
export type CallKind = { perSecond: number; ms: number }

/** What each call takes of D1 beyond what D1 itself reports (ms). */
export const callMs = 0.2

/** The share of a second for which one member keeps D1 busy. */
export const loadPerMember = (kinds: readonly CallKind[]) =>
  kinds.reduce((sum, { perSecond, ms }) => sum + perSecond * ms, 0) / 1000

/** How many members can be online while D1, which does one thing at a time, is busy for this share of the time. */
export function membersAt(share: number, kinds: readonly CallKind[]): number {
  return share / loadPerMember(kinds)
}

const calls = 200_000

/**
 * The 99th percentile of a call's wait (ms), with so many members online: arrivals without memory at one lane, first come, first
 * served. Infinite where more arrives than one lane can do.
 */
export function waitP99(kinds: readonly CallKind[], online: number, seed = 1): number {
  if (online * loadPerMember(kinds) >= 1) return Infinity
  // The model gives the same figures everywhere.
  const random = mulberry32(seed)
  const rate = kinds.reduce((sum, { perSecond }) => sum + perSecond, 0) * online
  const waits = new Float64Array(calls)
  let wait = 0
  for (let call = 0; call < calls; call += 1) {
    waits[call] = wait
    const betweenMs = (-Math.log(1 - random()) / rate) * 1000
    wait = Math.max(0, wait + choose(kinds, random()).ms - betweenMs)
  }
  return waits.toSorted()[Math.floor(calls * 0.99)] ?? 0
}

function choose(kinds: readonly CallKind[], chance: number): CallKind {
  let left = chance * kinds.reduce((sum, { perSecond }) => sum + perSecond, 0)
  for (const kind of kinds) {
    left -= kind.perSecond
    if (left < 0) return kind
  }
  return kinds.at(-1) ?? { perSecond: 0, ms: 0 }
}

/** The most members online for whom a call's wait stays within so many ms at the 99th percentile. */
export function membersWithin(p99Ms: number, kinds: readonly CallKind[]): number {
  let [low, high] = [0, membersAt(1, kinds)]
  for (let step = 0; step < 12; step += 1) {
    const middle = (low + high) / 2
    if (waitP99(kinds, middle) <= p99Ms) low = middle
    else high = middle
  }
  return Math.floor(low)
}
