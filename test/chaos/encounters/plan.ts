import { matchmakerName, pools } from '#features/encounters/contract.ts'
import { planDisturbances, times, type Disturbance } from '../plan.ts'
import { createRandom, type Random } from '../random.ts'

export type EncounterPlanOptions = { seed: number; clients: number; seconds: number; pace?: EncounterPace }

/** Mean times (ms) between two things of a kind: per client, blocks per ten clients, crashes per object; `Infinity` is never. `reporters` is a share of clients. */
export type EncounterPace = {
  actMs: number
  blockMs: number
  disturbanceMs: number
  hubCrashMs: number
  encounterCrashMs: number
  matchmakerCrashMs: number
  reporters: number
}

/** Everything that happens, by the index of a client or member. What a client does depends on where it is by then. */
export type EncounterStep =
  | Disturbance
  | ({ atMs: number } & (
      | ({ kind: 'act'; client: number } & Dice)
      /** Reports the next partner, whoever that is. */
      | { kind: 'report'; client: number }
      | { kind: 'block'; client: number; member: number }
      | { kind: 'crashHub'; member: number }
      /** The encounter that a client is in by then. */
      | { kind: 'crashEncounter'; client: number }
      | { kind: 'crashMatchmaker'; name: string }
    ))

/** `act` says what is done, `choice` and `wish` how; each in [0, 1). */
export type Dice = { act: number; choice: number; wish: number }

export type EncounterPlan = {
  members: number
  /** The member of each client: the last fifth are second devices of the first members. */
  memberOf: readonly number[]
  steps: readonly EncounterStep[]
}

/** Languages of anonymous chats: more than one, and few enough to find a partner. Dates are in the last one chosen. */
export const languages = ['en', 'uk'] as const

/** Names of all matchmakers of a run. */
export const queues = pools.map((pool) => matchmakerName(pool, 0))

const chaosPace: EncounterPace = {
  actMs: 700,
  blockMs: 9_000,
  disturbanceMs: 4_000,
  hubCrashMs: 12_000,
  encounterCrashMs: 12_000,
  matchmakerCrashMs: 3_000,
  reporters: 0.3,
}

/** The whole run, decided before it starts: the same seed, clients and seconds give the same plan. */
export function makeEncounterPlan({ seed, clients, seconds, pace = chaosPace }: EncounterPlanOptions): EncounterPlan {
  const members = Math.ceil(clients * 0.8)
  const memberOf = Array.from({ length: clients }, (_, client) => client % members)
  const endMs = seconds * 1000
  const randomOf = (purpose: string) => createRandom(seed, purpose)
  const steps: EncounterStep[] = [
    ...planReports(randomOf('reports'), Math.round(clients * pace.reporters), clients, endMs),
    ...planBlocks(randomOf('blocks'), { clients, members, memberOf, meanMs: pace.blockMs }, endMs),
    ...memberOf.flatMap((_, client) => [
      ...planActs(randomOf(`acts of ${client}`), client, endMs, pace),
      ...planDisturbances(randomOf(`line of ${client}`), client, endMs, pace),
      ...[...times(randomOf(`encounters of ${client}`), pace.encounterCrashMs, endMs)].map((atMs) => {
        return { atMs, kind: 'crashEncounter' as const, client }
      }),
    ]),
    ...planCrashes(randomOf('crashes'), members, endMs, pace),
  ]
  return { members, memberOf, steps: steps.toSorted((one, other) => one.atMs - other.atMs) }
}

function planActs(random: Random, client: number, endMs: number, { actMs }: EncounterPace): EncounterStep[] {
  return [...times(random, actMs, endMs)].map((atMs) => {
    return { atMs, kind: 'act', client, act: random.next(), choice: random.next(), wish: random.next() }
  })
}

function planReports(random: Random, count: number, clients: number, endMs: number): EncounterStep[] {
  return Array.from({ length: Math.max(2, count) }, () => {
    return { atMs: random.between(0.1, 0.8) * endMs, kind: 'report', client: Math.floor(random.next() * clients) }
  })
}

type Cast = { clients: number; members: number; memberOf: readonly number[]; meanMs: number }

/** Blocks of people by their profile: whoever blocks may be waiting, or talking with that very member. */
function planBlocks(random: Random, { clients, members, memberOf, meanMs }: Cast, endMs: number): EncounterStep[] {
  return [...times(random, (meanMs * 10) / clients, endMs)].map((atMs) => {
    const client = Math.floor(random.next() * clients)
    const own = memberOf[client] ?? 0
    return { atMs, kind: 'block', client, member: (own + 1 + Math.floor(random.next() * (members - 1))) % members }
  })
}

function planCrashes(random: Random, members: number, endMs: number, pace: EncounterPace): EncounterStep[] {
  const hubs = Array.from({ length: members }, (_, member) =>
    [...times(random, pace.hubCrashMs, endMs)].map((atMs): EncounterStep => ({ atMs, kind: 'crashHub', member })),
  )
  const matchmakers = queues.map((name) =>
    [...times(random, pace.matchmakerCrashMs, endMs)].map((atMs): EncounterStep => ({ atMs, kind: 'crashMatchmaker', name })),
  )
  return [...hubs, ...matchmakers].flat()
}
