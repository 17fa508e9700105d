import { action } from '#shared/routing/action.ts'

export const blockActions = {
  block: action<{ blocked: true }>('/api/blocks', 'block'),
  unblock: action<{ blocked: false }>('/api/blocks/remove', 'unblock'),
}

/** Someone whom a member has blocked, for that member's eyes only. `blockedAt` in ms. */
export type BlockedPerson = { id: string; firstName: string; blockedAt: number }

/** One page of them, newest first. `next` goes into the address as `blocked` for older ones. */
export type BlockedList = { people: BlockedPerson[]; next: string | null }

export const blockedPageSize = 50

/** The list's place on /main-settings. */
export const blockedAnchor = 'blocked'

/** What /main-settings says after the action that led there: its query parameter `done`. */
export const blockOutcomes = ['blocked', 'unblocked'] as const
export type BlockOutcome = (typeof blockOutcomes)[number]
