import { action } from '#shared/routing/action.ts'

export const blockActions = {
  block: action<{ blocked: true }>('/api/blocks', 'block'),
  unblock: action<{ blocked: false }>('/api/blocks/remove', 'unblock'),
}

/** A blocked person, shown only to the member who blocked them. `blockedAt` in ms. */
export type BlockedPerson = { id: string; firstName: string; blockedAt: number }

/** One page of blocked people, newest first. `next` is the URL parameter `blocked` of the following page. */
export type BlockedList = { people: BlockedPerson[]; next: string | null }

export const blockedPageSize = 50

const hourMs = 60 * 60_000

/**
 * Limits on one member's blocks (product.md 'Block'). Lifted ones count, so that hundreds of people cannot be tried one after the
 * other; the block made by a report does not. A window begins with its first block.
 */
export const blockLimits = {
  hour: { limit: 50, windowMs: hourMs },
  day: { limit: 200, windowMs: 24 * hourMs },
} as const

/** The list's anchor on /main-settings. */
export const blockedAnchor = 'blocked'

/** The result shown on /main-settings after the action that led there: its query parameter `done`. */
export const blockOutcomes = ['blocked', 'unblocked'] as const
export type BlockOutcome = (typeof blockOutcomes)[number]
