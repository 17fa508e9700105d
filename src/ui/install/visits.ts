import { refusalsKey, visitsKey } from '#shared/storage-keys.ts'

/** A pause of this length ends a visit. */
export const visitPauseMs = 30 * 60_000
/** After 'not now' the app is offered once more, not again after the second. */
export const refusedForMs = 30 * 24 * 60 * 60_000

/** How this browser was used. `usedAt`: the last time, in ms; `hasMatched`: a match came up here. */
type Visits = { count: number; usedAt: number; hasMatched: boolean }
/** `at`: the last 'not now', in ms. */
type Refusals = { count: number; at: number }

const noVisits: Visits = { count: 0, usedAt: 0, hasMatched: false }
const noRefusals: Refusals = { count: 0, at: 0 }

/** Notes that a member uses the app now; after a pause that is another visit. */
export function noteUse(now: number, storage: Storage = localStorage): void {
  const { count, usedAt, hasMatched } = read(visitsKey, noVisits, storage)
  const isNew = count === 0 || now - usedAt >= visitPauseMs
  write(visitsKey, { count: isNew ? count + 1 : count, usedAt: now, hasMatched }, storage)
}

/** Notes that a match came up in this browser. */
export function noteMatch(storage: Storage = localStorage): void {
  write(visitsKey, { ...read(visitsKey, noVisits, storage), hasMatched: true }, storage)
}

export function refuseInstall(now: number, storage: Storage = localStorage): void {
  const { count } = read(refusalsKey, noRefusals, storage)
  write(refusalsKey, { count: count + 1, at: now }, storage)
}

/** True after the first match or from the second visit on, unless the answer was 'not now'. */
export function mayOfferInstall(now: number, storage: Storage = localStorage): boolean {
  const visits = read(visitsKey, noVisits, storage)
  const refusals = read(refusalsKey, noRefusals, storage)
  const isWelcome = refusals.count === 0 || (refusals.count === 1 && now - refusals.at >= refusedForMs)
  return isWelcome && (visits.hasMatched || visits.count >= 2)
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
