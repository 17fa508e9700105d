import { performance } from 'node:perf_hooks'
import { disturb } from '../network/disturb.ts'
import { play, type Begun } from '../play.ts'
import { startMsPerClient } from '../run.ts'
import type { ChaosServer } from '../server.ts'
import { until } from '../until.ts'
import { gatherEvidence, type Block } from './evidence.ts'
import { judgeEncounters, overlapsOf, type EncounterEvidence, type EncounterJudgement } from './judge.ts'
import { makeEncounterPlan, type EncounterPlanOptions, type EncounterStep } from './plan.ts'
import { setEncounterStage, type EncounterStage } from './stage.ts'
import { pressKinds, type PressKind } from './acts.ts'
import type { Stranger } from './stranger.ts'

export type EncounterReport = EncounterJudgement &
  EncounterPlanOptions & {
    /** Encounters that opened, those that became a match, and the messages that were acknowledged in them. */
    encounters: number
    matches: number
    acknowledged: number
    /** What was answered with 200. */
    done: Record<PressKind, number>
    blocks: number
    pauses: number
    reconnects: number
    crashes: Record<'hub' | 'encounter' | 'matchmaker', number>
    /** How long (ms) a member's encounter went on at most when their next one had begun. */
    longestOverlapMs: number
    /** From the end of the disturbances until everyone has what they are to have; null: not within the patience. */
    quietMs: number | null
    /** What each device that did not come to rest was waiting for. */
    unrest: string[]
  }

const startPatienceMs = 20_000
/** Longer than the goal of 15 s, so that the report says how long it was. */
const quietPatienceMs = 25_000

/** Strangers meet while lines break and objects die, after a plan; afterwards all that they saw is compared with the objects. */
export async function runEncounters(server: ChaosServer, options: EncounterPlanOptions): Promise<EncounterReport> {
  const plan = makeEncounterPlan(options)
  await using stage = await setEncounterStage(server, plan)
  const { strangers } = stage
  const areReady = () => strangers.every((stranger) => stranger.unrest === null)
  if ((await until(areReady, startPatienceMs + strangers.length * startMsPerClient)) === null)
    throw new Error('The clients did not connect')

  const blocks: Block[] = []
  await play(plan.steps, (step) => take(step, stage, server, blocks))

  for (const stranger of strangers) {
    stranger.client.line.heal()
    stranger.discardUnsent()
  }
  const endedAt = performance.now()
  let evidence: EncounterEvidence | null = null
  const isQuiet = async () => {
    if (!areReady()) return false
    evidence = await gatherEvidence(server, stage, blocks)
    return areReady() && Object.values(judgeEncounters(evidence)).every((count) => count === 0)
  }
  const isCalm = (await until(isQuiet, quietPatienceMs)) !== null
  const quietMs = isCalm ? Math.round(performance.now() - endedAt) : null
  return {
    ...options,
    ...figuresOf(stage, evidence ?? (await gatherEvidence(server, stage, blocks))),
    crashes: {
      hub: countOf(plan.steps, 'crashHub'),
      encounter: countOf(plan.steps, 'crashEncounter'),
      matchmaker: countOf(plan.steps, 'crashMatchmaker'),
    },
    quietMs,
    unrest: isCalm ? [] : strangers.flatMap((stranger) => stranger.unrest ?? []),
  }
}

function figuresOf({ strangers }: EncounterStage, evidence: EncounterEvidence) {
  const pressed = strangers.flatMap((stranger) => stranger.pressed).filter(({ status }) => status === 200)
  return {
    ...judgeEncounters(evidence),
    encounters: evidence.encounters.length,
    matches: evidence.matches.length,
    acknowledged: new Set(evidence.devices.flatMap(({ acknowledged }) => acknowledged.map(({ cid }) => cid))).size,
    done: Object.fromEntries(pressKinds.map((kind) => [kind, pressed.filter((one) => one.kind === kind).length])) as Record<
      PressKind,
      number
    >,
    blocks: evidence.blocks.length,
    pauses: evidence.pauses.length,
    reconnects: strangers.reduce((sum, { client }) => sum + client.opened.length - 1, 0),
    longestOverlapMs: Math.max(0, ...evidence.seats.flatMap((seat) => overlapsOf(evidence.encounters, seat))),
  }
}

const countOf = (steps: readonly EncounterStep[], kind: EncounterStep['kind']) =>
  steps.filter((step) => step.kind === kind).length

/** Does a step. */
function take(step: EncounterStep, { strangers, members }: EncounterStage, server: ChaosServer, blocks: Block[]): Begun {
  const strangerOf = (index: number) => strangers[index] as Stranger
  switch (step.kind) {
    case 'act':
      return strangerOf(step.client).act(step)
    case 'report':
      return strangerOf(step.client).wantToReport()
    case 'block':
      return { work: block(server, strangerOf(step.client), members[step.member] ?? '', blocks) }
    case 'crashHub':
      return { work: server.crash('hub', members[step.member] ?? '') }
    case 'crashEncounter': {
      const { seat } = strangerOf(step.client)
      return seat.state === 'paired' ? { work: server.crash('encounter', seat.id) } : undefined
    }
    case 'crashMatchmaker':
      return { work: server.crash('matchmaker', step.name) }
    default:
      return { end: disturb(strangerOf(step.client).client, step) }
  }
}

async function block(server: ChaosServer, { client }: Stranger, other: string, blocks: Block[]): Promise<void> {
  const isBlocked = await server.block(client.session, other)
  if (isBlocked) blocks.push({ members: [client.session.member, other], at: Date.now() })
}
