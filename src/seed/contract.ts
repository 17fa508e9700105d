import { action } from '#shared/routing/action.ts'

/** How many were added; 0 when they exist already. */
export type SeedReport = { seeded: boolean; members: number; conversations: number }

export const seedActions = { seed: action<SeedReport>('/api/demo/seed', '') }
