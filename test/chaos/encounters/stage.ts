import { newId } from '../../../scripts/bench/realtime/people.ts'
import { IDBFactory } from 'fake-indexeddb'
import { ChaosClient } from '../client.ts'
import { openLine } from '../network/line.ts'
import type { ChaosServer } from '../server.ts'
import type { EncounterPlan } from './plan.ts'
import { Stranger } from './stranger.ts'

export type EncounterStage = AsyncDisposable & { strangers: Stranger[]; members: string[] }

/** Members who do not know each other, and a device with a line of its own for each client. */
export async function setEncounterStage(server: ChaosServer, plan: EncounterPlan): Promise<EncounterStage> {
  const members = Array.from({ length: plan.members }, newId)
  await server.addMembers(members)
  const sessions = await server.addSessions(plan.memberOf.map((member) => members[member] ?? ''))
  const strangers: Stranger[] = []
  for (const session of sessions) {
    const line = await openLine(server.port)
    const browser = { storage: new IDBFactory() }
    strangers.push(new Stranger(new ChaosClient({ session, browser, line, cipher: server.cipher, conversations: [] })))
  }
  return {
    strangers,
    members,
    async [Symbol.asyncDispose]() {
      for (const { client } of strangers) client.stop()
      await Promise.all(strangers.map(({ client }) => client.line.close()))
    },
  }
}
