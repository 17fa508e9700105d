import { reactions, type Reaction } from '#shared/realtime/wire.ts'
import { createRandom, type Random } from './random.ts'

export type PlanOptions = { seed: number; clients: number; seconds: number; pace?: Pace }

/**
 * How often each thing happens: the mean time (ms) between two of a kind, per client, or per object for crashes; `Infinity` is never. The
 * shares are of clients, and of conversations for `endings`.
 */
export type Pace = {
  sendMs: number
  editMs: number
  deleteMs: number
  reactMs: number
  readMs: number
  disturbanceMs: number
  cutMs: number
  hubCrashMs: number
  conversationCrashMs: number
  signOuts: number
  walls: number
  endings: number
}

export const directions = ['up', 'down', 'both'] as const
/** Up is from the client to the server. */
export type Direction = (typeof directions)[number]

/** What befalls the line of a client; `forMs` is how long it lasts. */
export type Disturbance = { atMs: number; client: number } & (
  | { kind: 'reset' }
  /** Of the socket straight to the conversation on screen alone. */
  | { kind: 'cut' }
  | { kind: 'blackHole'; direction: Direction; forMs: number }
  | { kind: 'delay'; direction: Direction; ms: number; forMs: number }
  | { kind: 'throttle'; direction: Direction; bytesPerSecond: number; forMs: number }
  | { kind: 'refuse'; forMs: number }
  /** No WebSocket gets through; one that stands from the start (at 0 ms) is there before the client connects. */
  | { kind: 'wall'; forMs: number }
)

/** Everything that happens, by the index of a client, member or conversation. */
export type Step =
  | Disturbance
  | ({ atMs: number } & (
      | { kind: 'send'; client: number; conversation: number; text: string }
      /** Of a message that is there by then: `pick` in [0, 1) says which. */
      | { kind: 'edit'; client: number; conversation: number; pick: number; text: string }
      | { kind: 'delete'; client: number; conversation: number; pick: number }
      | { kind: 'react'; client: number; conversation: number; pick: number; emoji: Reaction | '' }
      /** Looks at the end of a conversation. */
      | { kind: 'read'; client: number; conversation: number }
      | { kind: 'crashHub'; member: number }
      | { kind: 'crashConversation'; conversation: number }
      /** With crashes the member's object dies again and again until the sign-out is answered. */
      | { kind: 'signOut'; browser: number; withCrashes: boolean }
      /** One of its two members wants no more of the other. With crashes its object dies again and again until that is answered. */
      | { kind: 'end'; conversation: number; by: 'unmatch' | 'block'; withCrashes: boolean }
    ))

export type Plan = {
  members: number
  /** The member of each client: the last fifth are second devices, or tabs, of the first members. */
  memberOf: readonly number[]
  /** The client whose browser and session it shares; its own index when it has them to itself. */
  browserOf: readonly number[]
  conversations: readonly (readonly [number, number])[]
  steps: readonly Step[]
}

const chaosPace: Pace = {
  sendMs: 900,
  editMs: 4_000,
  deleteMs: 9_000,
  reactMs: 4_000,
  readMs: 2_500,
  disturbanceMs: 4_000,
  cutMs: 4_000,
  hubCrashMs: 10_000,
  conversationCrashMs: 10_000,
  signOuts: 0.08,
  walls: 0.25,
  endings: 0.08,
}

/** The whole run, decided before it starts: the same seed, clients and seconds give the same plan. */
export function makePlan({ seed, clients, seconds, pace = chaosPace }: PlanOptions): Plan {
  const members = Math.ceil(clients * 0.8)
  const memberOf = Array.from({ length: clients }, (_, client) => client % members)
  const browserOf = memberOf.map((member, client) => (client >= members && client % 2 === 0 ? member : client))
  const conversations = makeConversations(members)
  const endMs = seconds * 1000
  const signOuts = planSignOuts(createRandom(seed, 'sign-outs'), browserOf, endMs, pace)
  const endOf = (client: number) => signOuts.find((step) => step.browser === browserOf[client])?.atMs ?? endMs

  const endings = planEndings(createRandom(seed, 'endings'), conversations.length, endMs, pace)

  const steps: Step[] = [...signOuts, ...endings]
  for (let client = 0; client < clients; client++) {
    const own = conversations.flatMap((pair, index) => (pair.includes(memberOf[client] ?? 0) ? [index] : []))
    const until = endOf(client)
    steps.push(...planSends(createRandom(seed, `sends of ${client}`), { client, pace }, own, until))
    steps.push(...planReads(createRandom(seed, `reads of ${client}`), { client, pace }, own, until))
    steps.push(...planDisturbances(createRandom(seed, `line of ${client}`), client, until, pace))
    for (const atMs of times(createRandom(seed, `cuts of ${client}`), pace.cutMs, until))
      steps.push({ atMs, kind: 'cut', client })
    const isFirstDevice = client < members
    steps.push(...planChanges((kind) => createRandom(seed, `${kind} of ${client}`), { client, isFirstDevice, pace }, own, until))
    const walls = createRandom(seed, `wall of ${client}`)
    if (walls.next() < pace.walls) steps.push({ atMs: 0, kind: 'wall', client, forMs: walls.between(0.3, 0.9) * until })
  }
  const crashes = createRandom(seed, 'crashes')
  for (let member = 0; member < members; member++)
    for (const atMs of times(crashes, pace.hubCrashMs, endMs)) steps.push({ atMs, kind: 'crashHub', member })
  for (let conversation = 0; conversation < conversations.length; conversation++)
    for (const atMs of times(crashes, pace.conversationCrashMs, endMs))
      steps.push({ atMs, kind: 'crashConversation', conversation })
  const plan = { members, memberOf, browserOf, conversations }
  return { ...plan, steps: steps.filter((step) => isPossible(step, endings, plan)).toSorted((a, b) => a.atMs - b.atMs) }
}

/** Everyone talks with the next one and the one after the next two: four conversations each. */
function makeConversations(members: number): (readonly [number, number])[] {
  return Array.from({ length: members }, (_, member) => member).flatMap((member) => [
    [member, (member + 1) % members] as const,
    [member, (member + 3) % members] as const,
  ])
}

/** Every tab of a browser is signed out with it; only the first of them is told. */
function planSignOuts(random: Random, browserOf: readonly number[], endMs: number, pace: Pace) {
  const browsers = [...new Set(browserOf)]
  const count = Math.max(1, Math.round(browserOf.length * pace.signOuts))
  const chosen = new Set<number>()
  while (chosen.size < count) chosen.add(random.pick(browsers))
  return [...chosen].map((browser, index) => {
    const atMs = random.between(0.3, 0.7) * endMs
    return { atMs, kind: 'signOut' as const, browser, withCrashes: Number.isFinite(pace.hubCrashMs) && index % 2 === 0 }
  })
}

/**
 * In a conversation that has ended nobody does anything any more; and the lines of its members are good from then on, or
 * break, since a frame that was only late would say nothing about the server.
 */
function isPossible(step: Step, endings: readonly Ending[], { memberOf, conversations }: Omit<Plan, 'steps'>): boolean {
  const over = endings.filter(({ atMs }) => atMs < step.atMs)
  if ('pick' in step || step.kind === 'send' || step.kind === 'read')
    return !over.some(({ conversation }) => conversation === step.conversation)
  if (step.kind !== 'blackHole' && step.kind !== 'delay' && step.kind !== 'throttle') return true
  return !over.some(({ conversation }) => conversations[conversation]?.includes(memberOf[step.client] ?? -1))
}

type Ending = Extract<Step, { kind: 'end' }>

function planEndings(random: Random, conversations: number, endMs: number, pace: Pace): Ending[] {
  const count = Math.max(2, Math.round(conversations * pace.endings))
  const chosen = new Set<number>()
  while (chosen.size < count) chosen.add(Math.floor(random.next() * conversations))
  return [...chosen].map((conversation, index) => {
    const by = index % 2 === 0 ? 'unmatch' : 'block'
    return {
      atMs: random.between(0.3, 0.6) * endMs,
      kind: 'end',
      conversation,
      by,
      withCrashes: Number.isFinite(pace.conversationCrashMs) && index % 4 < 2,
    }
  })
}

/** A member reacts on one device only: of two that choose at once nobody could say which comes last. */
function planChanges(
  randomOf: (kind: 'edits' | 'deletions' | 'reactions') => Random,
  { client, isFirstDevice, pace }: { client: number; isFirstDevice: boolean; pace: Pace },
  conversations: readonly number[],
  endMs: number,
): Step[] {
  const [edits, deletions, reacting] = [randomOf('edits'), randomOf('deletions'), randomOf('reactions')]
  const place = (random: Random) => ({ client, conversation: random.pick(conversations), pick: random.next() })
  return [
    ...[...times(edits, pace.editMs, endMs)].map((atMs, n): Step => {
      return { atMs, kind: 'edit', ...place(edits), text: `edit ${n} of client ${client}` }
    }),
    ...[...times(deletions, pace.deleteMs, endMs)].map((atMs): Step => ({ atMs, kind: 'delete', ...place(deletions) })),
    ...[...times(reacting, pace.reactMs, isFirstDevice ? endMs : 0)].map((atMs): Step => {
      return { atMs, kind: 'react', ...place(reacting), emoji: reacting.pick(['', ...reactions] as const) }
    }),
  ]
}

type Typist = { client: number; pace: Pace }

function planSends(random: Random, { client, pace }: Typist, conversations: readonly number[], endMs: number): Step[] {
  return [...times(random, pace.sendMs, endMs)].map((atMs, n) => {
    const conversation = random.pick(conversations)
    return { atMs, kind: 'send', client, conversation, text: `message ${n} of client ${client}` }
  })
}

function planReads(random: Random, { client, pace }: Typist, conversations: readonly number[], endMs: number): Step[] {
  return [...times(random, pace.readMs, endMs)].map((atMs) => {
    return { atMs, kind: 'read', client, conversation: random.pick(conversations) }
  })
}

export function planDisturbances(
  random: Random,
  client: number,
  endMs: number,
  { disturbanceMs }: Pick<Pace, 'disturbanceMs'> = chaosPace,
): Disturbance[] {
  return [...times(random, disturbanceMs, endMs)].map((atMs) => {
    const forMs = random.between(500, 12_000)
    const direction = random.pick(directions)
    const dice = random.next()
    if (dice < 0.45) return { atMs, kind: 'reset', client }
    if (dice < 0.65) return { atMs, kind: 'blackHole', client, direction, forMs }
    if (dice < 0.8) return { atMs, kind: 'delay', client, direction, ms: random.between(50, 2_000), forMs }
    if (dice < 0.84) return { atMs, kind: 'wall', client, forMs: forMs * 2 }
    if (dice < 0.92)
      return { atMs, kind: 'throttle', client, direction, bytesPerSecond: Math.round(random.between(500, 8_000)), forMs }
    return { atMs, kind: 'refuse', client, forMs: forMs / 3 }
  })
}

/** Times (ms) of events that come every `meanMs` on average. */
export function* times(random: Random, meanMs: number, endMs: number): Generator<number> {
  for (let at = random.waitMs(meanMs); at < endMs; at += random.waitMs(meanMs)) yield Math.round(at)
}
