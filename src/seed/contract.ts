import { action } from '#shared/routing/action.ts'

/** How many were added; none when they are there already. */
export type SeedReport = { seeded: boolean; members: number; conversations: number }

export const seedActions = { seed: action<SeedReport>('/api/demo/seed', '') }
