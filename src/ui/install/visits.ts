import { pushRefusalsKey, refusalsKey, visitsKey } from '#shared/storage-keys.ts'

/** A pause of this length ends a visit. */
export const visitPauseMs = 30 * 60_000
/** After 'not now' an offer is made once more, not again after the second. */
export const refusedForMs = 30 * 24 * 60 * 60_000

/**
 * How this browser was used. `usedAt`: the last time, in ms; `hasMatched`: a match came up here; `hasListed`: one of another device was
 * listed here; `answeredIn`: the visit with the last answer to an offer, 0 for none.
 */
type Visits = { count: number; usedAt: number; hasMatched: boolean; hasListed: boolean; answeredIn: number }
/** `at`: the last 'not now', in ms. */
type Refusals = { count: number; at: number }

const noVisits: Visits = { count: 0, usedAt: 0, hasMatched: false, hasListed: false, answeredIn: 0 }
const noRefusals: Refusals = { count: 0, at: 0 }

/** Notes that a member uses the app now; after a pause that is another visit. */
export function noteUse(now: number, storage: Storage = localStorage): void {
  const visits = read(visitsKey, noVisits, storage)
  const { count, usedAt } = visits
  const isNew = count === 0 || now - usedAt >= visitPauseMs
  write(visitsKey, { ...visits, count: isNew ? count + 1 : count, usedAt: now }, storage)
}

/** Notes that the list has matches, which may have come up on another device. */
export function noteListedMatch(storage: Storage = localStorage): void {
  write(visitsKey, { ...read(visitsKey, noVisits, storage), hasListed: true }, storage)
}

/** Notes that a match came up in this browser. */
export function noteMatch(storage: Storage = localStorage): void {
  write(visitsKey, { ...read(visitsKey, noVisits, storage), hasMatched: true }, storage)
}

export function refuseInstall(now: number, storage: Storage = localStorage): void {
  refuse(refusalsKey, now, storage)
}

export function refusePush(now: number, storage: Storage = localStorage): void {
  refuse(pushRefusalsKey, now, storage)
}

/** Notes that an offer was answered: the next one waits for another visit. */
export function noteAnswer(storage: Storage = localStorage): void {
  const visits = read(visitsKey, noVisits, storage)
  write(visitsKey, { ...visits, answeredIn: visits.count }, storage)
}

/** True after the first match or from the second visit on, unless the answer was 'not now'. */
export function mayOfferInstall(now: number, storage: Storage = localStorage): boolean {
  const visits = read(visitsKey, noVisits, storage)
  return mayOffer(visits, refusalsKey, now, storage) && (visits.hasMatched || visits.count >= 2)
}

/** True after the first match, when somebody may write, unless the answer was 'not now'. */
export function mayOfferPush(now: number, storage: Storage = localStorage): boolean {
  const visits = read(visitsKey, noVisits, storage)
  return mayOffer(visits, pushRefusalsKey, now, storage) && (visits.hasMatched || visits.hasListed)
}

function refuse(key: string, now: number, storage: Storage): void {
  const { count } = read(key, noRefusals, storage)
  write(key, { count: count + 1, at: now }, storage)
  noteAnswer(storage)
}

/** False for a refused offer, and for the rest of a visit in which one was answered. */
function mayOffer({ count, answeredIn }: Visits, key: string, now: number, storage: Storage): boolean {
  const refusals = read(key, noRefusals, storage)
  const isWelcome = refusals.count === 0 || (refusals.count === 1 && now - refusals.at >= refusedForMs)
  return isWelcome && (answeredIn === 0 || answeredIn !== count)
}

/** What is stored, or `none` where that is nothing of ours. */
function read<Value extends object>(key: string, none: Value, storage: Storage): Value {
  try {
    return { ...none, ...JSON.parse(storage.getItem(key) ?? '{}') }
  } catch {
    return none // forbidden, or not ours
  }
}

function write(key: string, value: object, storage: Storage): void {
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage full or forbidden: the app is not offered.
  }
}
