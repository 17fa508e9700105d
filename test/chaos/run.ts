import { performance } from 'node:perf_hooks'
import type { WireMessage } from '#shared/wire.ts'
import { ChaosClient } from './client.ts'
import { forgetful } from './forgetful.ts'
import { isSame, judge, type Judgement } from './judge.ts'
import { openLine } from './line.ts'
import { makePlan, type Plan, type PlanOptions, type Step } from './plan.ts'
import { seesPresence, watchPresence, type PresenceTimes } from './presence.ts'
import { newId, type ChaosServer } from './server.ts'
import { until } from './until.ts'

export type ChaosOptions = PlanOptions & {
  /** The clients neither resume nor repeat: what the suite must notice. */
  withoutResume?: boolean
  /** Also waits for silence to be noticed, which takes half a minute. */
  withSilence?: boolean
}

export type ChaosReport = Judgement & {
  seed: number
  clients: number
  seconds: number
  messages: number
  acknowledged: number
  steps: Record<Step['kind'], number>
  connections: number
  reconnects: number
  /** From the end of the disturbances until everyone has everything; null: not within the patience. */
  quietMs: number | null
  /** The latest frame after a sign-out was answered, over all who signed out. */
  lastFrameAfterEndMs: number
  presence: PresenceTimes | null
}

const startPatienceMs = 20_000
/** Longer than the goal of 15 s, so that the report says how long it was. */
export const quietPatienceMs = 25_000

/** Plays a plan against the server and tells what came of it. */
export async function runChaos(server: ChaosServer, options: ChaosOptions): Promise<ChaosReport> {
  const plan = makePlan(options)
  await using stage = await setStage(server, plan, options)
  const { clients, conversations } = stage
  if ((await until(() => clients.every((client) => client.isSettled), startPatienceMs)) === null)
    throw new Error('The clients did not connect')

  await play(plan, stage, server)

  for (const { line } of clients) line.heal()
  const live = clients.filter((client) => client.signedOutAt === null)
  const endedAt = performance.now()
  let histories = new Map<string, WireMessage[]>()
  const present = new Set(live.map(({ session }) => session.member))
  const isQuiet = async () => {
    if (!live.every((client) => client.isSettled && seesPresence(client, conversations, present))) return false
    if (histories.size === 0) histories = await readHistories(server, conversations)
    return live.every(({ screens }) => [...screens].every(([id, screen]) => isSame(screen.messages, histories.get(id) ?? [])))
  }
  const isCalm = (await until(isQuiet, options.withoutResume ? 5_000 : quietPatienceMs)) !== null
  const quietMs = isCalm ? Math.round(performance.now() - endedAt) : null
  if (!isCalm) histories = await readHistories(server, conversations)
  const presence = isCalm ? await watchPresence(stage, conversations, { withSilence: options.withSilence ?? false }) : null

  const count = (kind: Step['kind']) => plan.steps.filter((step) => step.kind === kind).length
  return {
    seed: options.seed,
    clients: options.clients,
    seconds: options.seconds,
    messages: sum(clients, ({ typed }) => typed.length),
    acknowledged: sum(clients, ({ acknowledged }) => new Set(acknowledged.map(({ cid }) => cid)).size),
    steps: {
      send: count('send'),
      reset: count('reset'),
      blackHole: count('blackHole'),
      delay: count('delay'),
      throttle: count('throttle'),
      refuse: count('refuse'),
      crashHub: count('crashHub'),
      crashConversation: count('crashConversation'),
      signOut: count('signOut'),
    },
    connections: sum(clients, ({ line }) => line.count()),
    reconnects: sum(clients, ({ opened }) => opened - 1),
    ...judge(
      histories,
      clients.map((client) => ({
        member: client.session.member,
        isLive: client.signedOutAt === null,
        screens: new Map([...client.screens].map(([id, { messages }]) => [id, messages])),
        outOfOrder: sum([...client.screens.values()], (screen) => screen.outOfOrder),
        typed: client.typed,
        acknowledged: client.acknowledged,
      })),
    ),
    quietMs,
    lastFrameAfterEndMs: Math.round(
      Math.max(0, ...clients.map(({ signedOutAt, lastFrameAt }) => (signedOutAt === null ? 0 : lastFrameAt - signedOutAt))),
    ),
    presence,
  }
}

export type Stage = AsyncDisposable & { clients: ChaosClient[]; members: string[]; conversations: Conversation[] }
type Conversation = { id: string; members: readonly [string, string] }

/** Members, their conversations, and a client with a line of its own for each. */
async function setStage(server: ChaosServer, plan: Plan, { withoutResume = false }: ChaosOptions): Promise<Stage> {
  const members = Array.from({ length: plan.members }, newId)
  const nameOf = (member: number) => members[member] ?? ''
  await server.addMembers(members)
  const conversations = plan.conversations.map(([a, b]) => ({ id: newId(), members: [nameOf(a), nameOf(b)] as const }))
  for (const { id, members: both } of conversations) await server.open(id, [...both])
  const clients: ChaosClient[] = []
  for (const member of plan.memberOf.map(nameOf)) {
    clients.push(
      new ChaosClient({
        session: await server.addSession(member),
        line: await openLine(server.port),
        conversations: conversations.filter(({ members: both }) => both.includes(member)).map(({ id }) => id),
        ...(withoutResume ? { wrap: forgetful() } : {}),
      }),
    )
  }
  return {
    clients,
    members,
    conversations,
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.stop()
      await Promise.all(clients.map(({ line }) => line.close()))
    },
  }
}

/** Does every step at its time; resolves after the last. */
async function play(plan: Plan, stage: Stage, server: ChaosServer): Promise<void> {
  const startedAt = performance.now()
  const work: Promise<void>[] = []
  const timers = new Set<ReturnType<typeof setTimeout>>()
  for (const step of plan.steps) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, startedAt + step.atMs - performance.now())))
    const end = take(step, stage, server, work)
    if (end && 'forMs' in step) timers.add(setTimeout(end, step.forMs))
  }
  for (const timer of timers) clearTimeout(timer)
  await Promise.all(work)
}

/** Does a step; what it gives back ends it. */
function take(step: Step, { clients, members, conversations }: Stage, server: ChaosServer, work: Promise<void>[]) {
  const clientOf = (index: number) => clients[index] as ChaosClient
  switch (step.kind) {
    case 'send':
      return clientOf(step.client).type(conversations[step.conversation]?.id ?? '', step.text)
    case 'reset':
      return clientOf(step.client).line.reset()
    case 'blackHole':
      clientOf(step.client).line.blackHole(step.direction, true)
      return () => clientOf(step.client).line.blackHole(step.direction, false)
    case 'delay':
      clientOf(step.client).line.delay(step.direction, step.ms)
      return () => clientOf(step.client).line.delay(step.direction, 0)
    case 'throttle':
      clientOf(step.client).line.throttle(step.direction, step.bytesPerSecond)
      return () => clientOf(step.client).line.throttle(step.direction, Infinity)
    case 'refuse':
      clientOf(step.client).line.refuse(true)
      return () => clientOf(step.client).line.refuse(false)
    case 'crashHub':
      return void work.push(server.crash('hub', members[step.member] ?? ''))
    case 'crashConversation':
      return void work.push(server.crash('conversation', conversations[step.conversation]?.id ?? ''))
    case 'signOut': {
      const client = clientOf(step.client)
      // Its own line is good from here on: a frame that was only late would say nothing about the server.
      client.line.heal()
      return void work.push(signOut(server, client, step.withCrashes))
    }
    default:
      return step satisfies never
  }
}

/** With crashes the object of the member does not live long enough to be told. */
async function signOut(server: ChaosServer, client: ChaosClient, withCrashes: boolean): Promise<void> {
  const ending = server.signOut(client.session).finally(() => (client.signedOutAt = performance.now()))
  const crashing = async () => {
    while (client.signedOutAt === null) await server.crash('hub', client.session.member)
  }
  await Promise.all([ending, ...(withCrashes ? [crashing()] : [])])
}

async function readHistories(server: ChaosServer, conversations: readonly Conversation[]): Promise<Map<string, WireMessage[]>> {
  const histories = await Promise.all(
    conversations.map(async ({ id, members }) => [id, await server.history(id, members[0])] as const),
  )
  return new Map(histories)
}

function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((total, item) => total + value(item), 0)
}
