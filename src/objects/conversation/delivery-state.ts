import type { PresenceChange } from '#features/chat/contract.ts'
import { retryDelayMs } from '#features/chat/rules.ts'
import { isOverloaded } from '#server/objects/retry.ts'

/** The state of deliveries to one member's hub, in memory only: after a restart everything is delivered again. */
export type DeliveryState = {
  /** Changes of presence not delivered yet. */
  presence: PresenceChange[]
  /** Deadline for sending changed receipts, in ms; an earlier delivery takes them along. */
  receiptsAt: number | null
  running: Promise<void> | null
  failures: number
  retryAt: number
  /** Incremented by a full resync: replies to deliveries started before it are ignored. */
  round: number
  /** The hub received everything up to here; it may not have stored it yet. */
  deliveredUpTo: number
  /** The hub must store everything up to here before it answers. More than one page takes several deliveries. */
  settleTo: number | null
  /** Until then the hub does not get messages that the member's pages show already, in ms; null if none wait. */
  hubAt: number | null
  /** The member's direct sockets have changed since the last delivery. */
  isDirectNews: boolean
  /** Since this object started, the hub was given the list of them. */
  isDirectKnown: boolean
  /** Time of the last delivery that contained only receipts, in ms. */
  receiptsOnlyAt: number
}

/** After a restart earlier deliveries are unknown, so present members get their receipts again. */
export function createDeliveryState(): DeliveryState {
  return {
    presence: [],
    receiptsAt: 0,
    running: null,
    failures: 0,
    retryAt: 0,
    round: 0,
    deliveredUpTo: -1,
    settleTo: null,
    hubAt: null,
    isDirectNews: false,
    isDirectKnown: false,
    receiptsOnlyAt: 0,
  }
}

const receiptsWaitMs = 250
const receiptsNextWaitMs = 1_000
const receiptsPauseMs = 2_000

/**
 * Returns how long receipts wait for a message to travel with, which saves a call each time. Right after a delivery of receipts
 * alone, both are probably writing, so a longer wait pays off.
 */
export function receiptsDelayMs({ receiptsOnlyAt }: DeliveryState, now: number): number {
  return now - receiptsOnlyAt < receiptsPauseMs ? receiptsNextWaitMs : receiptsWaitMs
}

/** Inbox, unread counts, notifications and search follow the pages by this much. An alarm delivers later if the object restarts. */
const hubWaitMs = 2_500

/**
 * Returns when messages that wait are due at the hub, in ms; Infinity if none wait. Not before the next try of a hub that failed: a
 * timer for a time that has passed would fire without end.
 */
function hubTime({ hubAt, retryAt }: DeliveryState): number {
  return hubAt === null ? Infinity : Math.max(hubAt, retryAt)
}

/** Returns when receipts of a member who is present, and messages for their hub, are due, in ms; Infinity for none. */
export function timesOf(state: DeliveryState, isPresent: boolean): number[] {
  return [isPresent ? (state.receiptsAt ?? Infinity) : Infinity, hubTime(state)]
}

/** Lets messages wait for more of them if they may; returns when they are due, or Infinity. */
export function waitForMore(state: DeliveryState, mayWait: boolean, now: number): number {
  state.hubAt = mayWait ? (state.hubAt ?? now + hubWaitMs) : null
  return hubTime(state)
}

/** A delivery has failed: the next one has to bring what it may have lost, after a pause. */
export function noteFailure(state: DeliveryState, now: number, error: unknown): void {
  state.failures += 1
  state.retryAt = now + retryDelayMs(state.failures, isOverloaded(error))
  state.receiptsAt = 0
  state.isDirectNews = true
}

/** If the object restarts in between, an alarm delivers the receipts this much later. */
export const afterDeathMs = 5_000
