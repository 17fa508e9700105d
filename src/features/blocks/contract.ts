import { action } from '#shared/routing/action.ts'

export const blockActions = {
  block: action<{ blocked: true }>('/api/blocks', 'block'),
  unblock: action<{ blocked: false }>('/api/blocks/remove', 'unblock'),
}

/** A blocked person, shown only to the member who blocked them. `blockedAt` in ms. */
export type BlockedPerson = { id: string; firstName: string; blockedAt: number }

/** Somebody whom the member reported from an encounter before a reveal: the list must not show who it is. */
export type BlockedStranger = { metIn: 'anonymous' | 'blind'; blockedAt: number }

/** One page of blocked people, newest first. `next` is the address parameter `blocked` of the following page. */
export type BlockedList = { people: (BlockedPerson | BlockedStranger)[]; next: string | null }

export const blockedPageSize = 50

/** The list's anchor on /main-settings. */
export const blockedAnchor = 'blocked'

/** The result shown on /main-settings after the action that led there: its query parameter `done`. */
export const blockOutcomes = ['blocked', 'unblocked'] as const
export type BlockOutcome = (typeof blockOutcomes)[number]
