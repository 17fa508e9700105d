import { IDBFactory } from 'fake-indexeddb'
import { newId } from '../../scripts/bench/realtime/people.ts'
import { ChaosClient } from './client.ts'
import { forgetful } from './forgetful.ts'
import { openLine } from './network/line.ts'
import type { Plan } from './plan.ts'
import type { ChaosServer } from './server.ts'

export type Stage = AsyncDisposable & {
  clients: ChaosClient[]
  members: string[]
  conversations: Conversation[]
  /** Conversation → when its end was answered. */
  endedAt: Map<string, number>
}
export type Conversation = { id: string; members: readonly [string, string] }

/** Members, their conversations, and a client with a line of its own for each. */
export async function setStage(
  server: ChaosServer,
  plan: Plan,
  { withoutResume = false }: { withoutResume?: boolean },
): Promise<Stage> {
  const members = Array.from({ length: plan.members }, newId)
  const nameOf = (member: number) => members[member] ?? ''
  await server.addMembers(members)
  const conversations = plan.conversations.map(([a, b]) => ({ id: newId(), members: [nameOf(a), nameOf(b)] as const }))
  for (const { id, members: both } of conversations) await server.open(id, both)
  const clients: ChaosClient[] = []
  const sessions = await server.addSessions(plan.memberOf.map(nameOf))
  const browsers = sessions.map((session) => ({ session, storage: new IDBFactory() }))
  const walled = plan.steps.flatMap((step) => (step.kind === 'wall' && step.atMs === 0 ? [step.client] : []))
  /** Half of the members have the same conversation on screen as their partner in it; it is the one that opens last. */
  const shownBy = (member: number) =>
    member % 4 < 2 ? plan.conversations.findIndex((pair) => pair[0] === member - (member % 2)) : -1
  for (const [index, browserIndex] of plan.browserOf.entries()) {
    const shown = conversations[shownBy(plan.memberOf[index] ?? 0)]?.id
    const browser = browsers[browserIndex] as (typeof browsers)[number]
    const { session } = browser
    const line = await openLine(server.port)
    line.wall(walled.includes(index))
    clients.push(
      new ChaosClient({
        session,
        browser,
        line,
        cipher: server.cipher,
        conversations: conversations
          .filter(({ members: both }) => both.includes(session.member))
          .map(({ id }) => id)
          .toSorted((one, other) => Number(one === shown) - Number(other === shown)),
        ...(withoutResume ? { wrap: forgetful() } : {}),
      }),
    )
  }
  return {
    clients,
    members,
    conversations,
    endedAt: new Map(),
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.stop()
      await Promise.all(clients.map(({ line }) => line.close()))
    },
  }
}
