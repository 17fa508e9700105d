/** Names of the forms, for what a refused one leaves behind without a script. */
export const blockForms = { block: 'block', unblock: 'unblock' } as const

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
