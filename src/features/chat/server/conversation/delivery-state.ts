import type { PresenceChange } from '#features/chat/contract.ts'

/** What is on its way to one member's hub, and what waits. It lives in memory: after the object's end all is told again. */
export type DeliveryState = {
  /** Changes of presence not delivered yet. */
  presence: PresenceChange[]
  /** When changed marks go at the latest; they go with whatever is delivered before. */
  receiptsAt: number | null
  running: Promise<void> | null
  failures: number
  retryAt: number
  /** Raised when all is to be told again: what is under way by then does not count. */
  round: number
  /** The hub was told everything up to here; it may not have stored it yet. */
  deliveredUpTo: number
  /** Up to here the hub is to store what it was told before it answers: more than one page goes in several deliveries. */
  settleTo: number | null
  /** When marks went without a message for the last time. */
  receiptsOnlyAt: number
}

/** What was told in an earlier life is not known, so whoever is there hears it once more. */
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
    receiptsOnlyAt: 0,
  }
}

const receiptsWaitMs = 250
const receiptsNextWaitMs = 1_000
const receiptsPauseMs = 2_000

/**
 * Marks may wait for so long for a message to go with: of every message they are one call less. Where they went alone just
 * before, people are writing to each other, and it is worth waiting longer.
 */
export function receiptsDelayMs({ receiptsOnlyAt }: DeliveryState, now: number): number {
  return now - receiptsOnlyAt < receiptsPauseMs ? receiptsNextWaitMs : receiptsWaitMs
}
