import { pushRefusalsKey, refusalsKey, visitsKey } from '#shared/browser/storage-keys.ts'
import { localStore, type Store } from '../browser/stores.ts'

/** A pause of this length ends a visit. */
export const visitPauseMs = 30 * 60_000
/** After 'not now', an offer is made once more; after a second 'not now', never again. */
export const refusedForMs = 30 * 24 * 60 * 60_000

/**
 * How this browser was used. `usedAt`: the last time, in ms; `hasMatched`: a match was announced here; `hasListed`: the list here
 * showed a match made on another device; `answeredIn`: the number of the visit in which an offer was last answered, 0 for none.
 */
type Visits = { count: number; usedAt: number; hasMatched: boolean; hasListed: boolean; answeredIn: number }
type VisitsKey = typeof visitsKey | typeof refusalsKey | typeof pushRefusalsKey
type Refusals = { count: number; at: number }

const noVisits: Visits = { count: 0, usedAt: 0, hasMatched: false, hasListed: false, answeredIn: 0 }
const noRefusals: Refusals = { count: 0, at: 0 }

/** Records that a member uses the app now; after a pause, this begins another visit. */
export function noteUse(now: number, store: Store<'local'> = localStore): void {
  const visits = read(visitsKey, noVisits, store)
  const { count, usedAt } = visits
  const isNew = count === 0 || now - usedAt >= visitPauseMs
  write(visitsKey, { ...visits, count: isNew ? count + 1 : count, usedAt: now }, store)
}

/** Records that the list has matches, which may have been made on another device. */
export function noteListedMatch(store: Store<'local'> = localStore): void {
  write(visitsKey, { ...read(visitsKey, noVisits, store), hasListed: true }, store)
}

/** Records that a match was announced in this browser. */
export function noteMatch(store: Store<'local'> = localStore): void {
  write(visitsKey, { ...read(visitsKey, noVisits, store), hasMatched: true }, store)
}

export function refuseInstall(now: number, store: Store<'local'> = localStore): void {
  refuse(refusalsKey, now, store)
}

export function refusePush(now: number, store: Store<'local'> = localStore): void {
  refuse(pushRefusalsKey, now, store)
}

/** Records that an offer was answered: the next one waits for another visit. */
export function noteAnswer(store: Store<'local'> = localStore): void {
  const visits = read(visitsKey, noVisits, store)
  write(visitsKey, { ...visits, answeredIn: visits.count }, store)
}

/** True after the first match or from the second visit on, unless the answer was 'not now'. */
export function mayOfferInstall(now: number, store: Store<'local'> = localStore): boolean {
  const visits = read(visitsKey, noVisits, store)
  return mayOffer(visits, refusalsKey, now, store) && (visits.hasMatched || visits.count >= 2)
}

/** False for the rest of a visit in which an offer was answered. Who is offered a passkey is the server's decision. */
export function mayOfferPasskey(store: Store<'local'> = localStore): boolean {
  return isUnanswered(read(visitsKey, noVisits, store))
}

/** True after the first match, once push messages are useful, unless the answer was 'not now'. */
export function mayOfferPush(now: number, store: Store<'local'> = localStore): boolean {
  const visits = read(visitsKey, noVisits, store)
  return mayOffer(visits, pushRefusalsKey, now, store) && (visits.hasMatched || visits.hasListed)
}

function refuse(key: VisitsKey, now: number, store: Store<'local'>): void {
  const { count } = read(key, noRefusals, store)
  write(key, { count: count + 1, at: now }, store)
  noteAnswer(store)
}

/** False for a refused offer, and for the rest of a visit in which one was answered. */
function mayOffer(visits: Visits, key: VisitsKey, now: number, store: Store<'local'>): boolean {
  const refusals = read(key, noRefusals, store)
  const isWelcome = refusals.count === 0 || (refusals.count === 1 && now - refusals.at >= refusedForMs)
  return isWelcome && isUnanswered(visits)
}

const isUnanswered = ({ count, answeredIn }: Visits) => answeredIn === 0 || answeredIn !== count

/** The stored value, or `none` if it has another shape. */
function read<Value extends object>(key: VisitsKey, none: Value, store: Store<'local'>): Value {
  try {
    return { ...none, ...JSON.parse(store.read(key) ?? '{}') }
  } catch {
    return none // not ours
  }
}

function write(key: VisitsKey, value: object, store: Store<'local'>): void {
  // If nothing can be stored, the app is not offered.
  store.write(key, JSON.stringify(value))
}
