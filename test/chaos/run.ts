import { performance } from 'node:perf_hooks'
import type { WireMessage } from '#shared/realtime/wire.ts'
import type { ChaosClient } from './client.ts'
import { isSame, judge, type Judgement } from './judge.ts'
import { judgeBooks, type BookJudgement, type Books } from './judge-books.ts'
import { disturb } from './network/disturb.ts'
import { makePlan, type PlanOptions, type Step } from './plan.ts'
import { play, type Begun } from './play.ts'
import { seesPresence, watchPresence, type PresenceTimes } from './presence.ts'
import type { ChaosServer } from './server.ts'
import { setStage, type Conversation, type Stage } from './stage.ts'
import { until } from './until.ts'

export type ChaosOptions = PlanOptions & {
  /** The clients neither resume nor repeat: what the suite must notice. */
  withoutResume?: boolean
  /** Also waits for silence to be noticed, which takes half a minute. */
  withSilence?: boolean
}

export type ChaosReport = Judgement &
  BookJudgement & {
    seed: number
    clients: number
    seconds: number
    messages: number
    acknowledged: number
    steps: Record<Step['kind'], number>
    connections: number
    /** Sockets straight to conversations. */
    directs: number
    reconnects: number
    /** Connections over polling, and how often a client went on over the other transport. */
    polling: number
    transportChanges: number
    /** From the end of the disturbances until everyone has everything; null: not within the patience. */
    quietMs: number | null
    /** What each client that did not come to rest was waiting for. */
    unrest: string[]
    /** Read marks, and changes, that were asked for, and those that were acknowledged. */
    reads: number
    readsAcknowledged: number
    /** Unread messages, and those that were found, over all members at the end. */
    unread: number
    found: number
    changes: number
    changesAcknowledged: number
    /** The latest frame after a sign-out was answered, over all who signed out. */
    lastFrameAfterEndMs: number
    /** Conversations that were unmatched or blocked, those of them that can be read still, and the latest frame about one. */
    ended: number
    endedReadable: number
    lastFrameAfterUnmatchMs: number
    presence: PresenceTimes | null
  }

const startPatienceMs = 20_000
/** Added to it for each client. */
export const startMsPerClient = 100
const mostAttempts = 100
/** Longer than the goal of 15 s, so that the report says how long it was. */
export const quietPatienceMs = 25_000
/** A hub that failed is told again after 30 s at the latest. */
const booksPatienceMs = 40_000

/** Plays a plan against the server and tells what came of it. */
export async function runChaos(server: ChaosServer, options: ChaosOptions): Promise<ChaosReport> {
  const plan = makePlan(options)
  await using stage = await setStage(server, plan, options)
  const { clients, conversations: all, endedAt: endings } = stage
  if (
    (await until(
      () => clients.every((client) => client.unrest === null),
      startPatienceMs + clients.length * startMsPerClient,
    )) === null
  )
    throw new Error('The clients did not connect')

  await play(plan.steps, (step) => take(step, stage, server))

  for (const { line } of clients) line.heal()
  const conversations = all.filter(({ id }) => !endings.has(id))
  const isOpen = ({ conversation }: { conversation: string }) => !endings.has(conversation)
  const live = clients.filter((client) => client.signedOutAt === null)
  const endedAt = performance.now()
  let histories = new Map<string, WireMessage[]>()
  const present = new Set(live.map(({ session }) => session.member))
  const unrestOf = (client: ChaosClient): string | null => {
    if (client.unrest !== null) return client.unrest
    const open = [...client.screens].filter(([id]) => !endings.has(id))
    const wrong = open.filter(([id, { messages }]) => !isSame(messages, histories.get(id) ?? []))
    if (histories.size > 0 && wrong.length > 0) return `${wrong.length} screens are not as history`
    return seesPresence(client, conversations, present) ? null : 'it sees the wrong members'
  }
  const isQuiet = async () => {
    if (live.some((client) => client.unrest !== null)) return false
    if (histories.size === 0) histories = await readHistories(server, conversations)
    return live.every((client) => unrestOf(client) === null)
  }
  let books: Books[] = []
  const judgeMembers = () =>
    judgeBooks({
      histories,
      open: conversations,
      ended: all.flatMap(({ id, members }) => {
        const at = endings.get(id)
        return at === undefined ? [] : [{ id, members, at }]
      }),
      readings: clients.map(({ session, signedOutAt, reads, unread, heardAt }) => {
        return { member: session.member, isLive: signedOutAt === null, reads, badge: unread, heardAt }
      }),
      books,
    })
  /** Whoever has no client left hears of things later: their object has an end to be told, or a delivery to wait for. */
  const isSettled = async () => {
    books = await Promise.all(stage.members.map((member) => server.books(member)))
    return Object.values(judgeMembers()).every((count) => count === 0)
  }
  const isCalm = (await until(isQuiet, options.withoutResume ? 5_000 : quietPatienceMs)) !== null
  const quietMs = isCalm ? Math.round(performance.now() - endedAt) : null
  if (!isCalm) histories = await readHistories(server, conversations)
  const unrest = isCalm ? [] : live.flatMap((client) => unrestOf(client) ?? [])
  await until(isSettled, isCalm ? booksPatienceMs : 0)
  const members = judgeMembers()
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
      edit: count('edit'),
      delete: count('delete'),
      react: count('react'),
      read: count('read'),
      end: count('end'),
      reset: count('reset'),
      cut: count('cut'),
      blackHole: count('blackHole'),
      delay: count('delay'),
      throttle: count('throttle'),
      refuse: count('refuse'),
      wall: count('wall'),
      crashHub: count('crashHub'),
      crashConversation: count('crashConversation'),
      signOut: count('signOut'),
    },
    connections: sum(clients, ({ line }) => line.count()),
    directs: sum(clients, ({ directs }) => directs),
    reconnects: sum(clients, ({ opened }) => opened.length - 1),
    polling: sum(clients, ({ opened }) => opened.filter((transport) => transport === 'polling').length),
    transportChanges: sum(clients, ({ opened }) => opened.filter((one, n) => n > 0 && one !== opened[n - 1]).length),
    ...members,
    unread: sum(books, ({ unread }) => unread),
    found: sum(books, ({ found }) => found.length),
    ...judge(
      histories,
      clients.map((client) => ({
        member: client.session.member,
        isLive: client.signedOutAt === null,
        screens: new Map([...client.screens].flatMap(([id, { messages }]) => (endings.has(id) ? [] : [[id, messages]]))),
        outOfOrder: sum([...client.screens.values()], (screen) => screen.outOfOrder),
        typed: client.typed.filter(isOpen),
        acknowledged: client.acknowledged.filter(isOpen),
        changes: client.changes.filter(isOpen),
      })),
    ),
    reads: sum(clients, ({ reads }) => reads.length),
    readsAcknowledged: sum(clients, ({ reads }) => reads.filter(({ isAcknowledged }) => isAcknowledged).length),
    changes: sum(clients, ({ changes }) => changes.length),
    changesAcknowledged: sum(clients, ({ changes }) => changes.filter(({ isAcknowledged }) => isAcknowledged).length),
    quietMs,
    unrest,
    lastFrameAfterEndMs: Math.round(
      Math.max(0, ...clients.map(({ signedOutAt, lastFrameAt }) => (signedOutAt === null ? 0 : lastFrameAt - signedOutAt))),
    ),
    ended: endings.size,
    endedReadable: (await readHistories(server, all)).size - conversations.length,
    lastFrameAfterUnmatchMs: Math.round(
      Math.max(0, ...[...endings].flatMap(([id, at]) => clients.map(({ heardAt }) => (heardAt.get(id) ?? at) - at))),
    ),
    presence,
  }
}

/** Does a step. */
function take(step: Step, stage: Stage, server: ChaosServer): Begun {
  const { clients, members, conversations } = stage
  const clientOf = (index: number) => clients[index] as ChaosClient
  switch (step.kind) {
    case 'send':
      return clientOf(step.client).type(conversations[step.conversation]?.id ?? '', step.text)
    case 'edit':
    case 'delete':
    case 'react': {
      const { client, atMs: _, ...change } = step
      return clientOf(client).change({ ...change, conversation: conversations[step.conversation]?.id ?? '' })
    }
    case 'read':
      return clientOf(step.client).read(conversations[step.conversation]?.id ?? '')
    case 'crashHub':
      return { work: server.crash('hub', members[step.member] ?? '') }
    case 'crashConversation':
      return { work: server.crash('conversation', conversations[step.conversation]?.id ?? '') }
    case 'signOut': {
      const tabs = clients.filter(({ session }) => session === clientOf(step.browser).session)
      // Their lines are good from here on: a frame that was only late would say nothing about the server.
      for (const { line } of tabs) line.heal()
      return { work: signOut(server, tabs, step.withCrashes) }
    }
    case 'end':
      return { work: end(server, stage, step) }
    default:
      return { end: disturb(clientOf(step.client), step) }
  }
}

/** With crashes the object of the member does not live long enough to be told. */
async function signOut(server: ChaosServer, tabs: readonly ChaosClient[], withCrashes: boolean): Promise<void> {
  const [{ session }] = tabs as [ChaosClient]
  const answered = server.signOut(session).finally(() => {
    for (const tab of tabs) tab.signedOutAt = performance.now()
  })
  const crash = async () => {
    while (tabs.every(({ signedOutAt }) => signedOutAt === null)) await server.crash('hub', session.member)
  }
  await Promise.all([answered, ...(withCrashes ? [crash()] : [])])
}

/** A member's wish that is repeated until it is answered, as a person presses again; nothing is asked of the two from then on. */
async function end(server: ChaosServer, stage: Stage, step: Extract<Step, { kind: 'end' }>): Promise<void> {
  const { id, members } = stage.conversations[step.conversation] as Conversation
  const theirs = stage.clients.filter(({ session }) => members.includes(session.member))
  // Their lines are good from here on, or break.
  for (const { line } of theirs) line.heal()
  const crashes = step.withCrashes
    ? [server.crash('conversation', id), ...members.map((member) => server.crash('hub', member))]
    : []
  for (let isDone = false, attempts = 0; !isDone; attempts += 1) {
    if (attempts === mostAttempts) throw new Error(`The end of ${id} is never answered`)
    const session = theirs.find(({ signedOutAt }) => signedOutAt === null)?.session
    if (!session) break
    const other = members.find((member) => member !== session.member) ?? ''
    isDone = await server.end(session, step.by, id, other).then(
      () => true,
      () => false,
    )
  }
  const now = performance.now()
  stage.endedAt.set(id, now)
  for (const client of theirs) client.ended.add(id)
  await Promise.all(crashes)
}

/** Of those that have not ended. */
async function readHistories(server: ChaosServer, conversations: readonly Conversation[]): Promise<Map<string, WireMessage[]>> {
  const histories = await Promise.all(
    conversations.map(async ({ id, members }) => [id, await server.history(id, members[0])] as const),
  )
  return new Map(histories.flatMap(([id, history]) => (history === null ? [] : [[id, history] as const])))
}

function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((total, item) => total + value(item), 0)
}
