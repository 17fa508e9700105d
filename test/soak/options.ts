import type { AreaPace } from '../chaos/areas/run.ts'
import type { EncounterPace } from '../chaos/encounters/plan.ts'
import type { Pace } from '../chaos/plan.ts'

export type SoakOptions = { seed: number; members: number; minutes: number }

/** How many members do what. Everyone is in one group, so that each group can be judged by itself. */
export type Groups = { talkers: number; strangers: number; neighbours: number; givers: number }

/** Shares of the members; the rest talks. */
const shares = { strangers: 0.3, neighbours: 0.08, givers: 0.08 } as const
/** An area needs people to look at, a gift two, an anonymous chat a choice of partners. */
const fewest = { strangers: 10, neighbours: 8, givers: 2 } as const

export function groupsOf(members: number): Groups {
  const strangers = Math.max(fewest.strangers, Math.round(members * shares.strangers))
  const neighbours = Math.max(fewest.neighbours, Math.round(members * shares.neighbours))
  // In pairs.
  const givers = 2 * Math.max(fewest.givers / 2, Math.round((members * shares.givers) / 2))
  return { strangers, neighbours, givers, talkers: Math.max(10, members - strangers - neighbours - givers) }
}

/** People who write, read and lose their line now and then. No object is killed: what this run looks for is what time does. */
export const talkPace: Pace = {
  sendMs: 20_000,
  editMs: 240_000,
  deleteMs: 480_000,
  reactMs: 60_000,
  readMs: 30_000,
  disturbanceMs: 240_000,
  cutMs: 240_000,
  hubCrashMs: Infinity,
  conversationCrashMs: Infinity,
  signOuts: 0.02,
  walls: 0.05,
  endings: 0.02,
}

export const strangerPace: EncounterPace = {
  actMs: 6_000,
  blockMs: 1_200_000,
  disturbanceMs: 240_000,
  hubCrashMs: Infinity,
  encounterCrashMs: Infinity,
  matchmakerCrashMs: Infinity,
  reporters: 0.05,
}

export const areaPace: AreaPace = { crashMs: Infinity, actMs: 4_000, lookMs: 2_000 }

/** Between two gifts of one member. */
export const giftMs = 60_000
