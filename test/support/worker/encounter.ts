import { env, runInDurableObject } from 'cloudflare:test'
import type { EncounterKind, EncounterView } from '#features/encounters/contract.ts'
import { abortObject } from './abort-object.ts'
import { newId } from './realtime-client.ts'
import { reserveSeat } from './waiting.ts'

/** `topics`: that both have chosen. */
export type TestEncounter = { id: string; kind: EncounterKind; anna: string; ben: string; topics?: readonly string[] }

export const encounterOf = (id: string) => env.ENCOUNTER.getByName(id)

export const newEncounterId = (kind: EncounterKind) =>
  `${kind === 'blind' ? 'b' : 'a'}-${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`

/** The ticket that led a member to this encounter. */
const ticketIn = (id: string, member: string) => `ticket-${member}-${id}`

/** Two members whom the matchmaker has paired. */
export async function pairUp(
  kind: EncounterKind,
  [anna, ben]: readonly [string, string] = [newId(), newId()],
  topics: readonly string[] = [],
): Promise<TestEncounter> {
  const id = newEncounterId(kind)
  await Promise.all([anna, ben].map((member) => reserveSeat(member, ticketIn(id, member), id)))
  await openAgain({ id, kind, anna, ben, topics })
  return { id, kind, anna, ben }
}

/** Repeats the calls that the matchmaker makes. */
export async function openAgain({ id, kind, anna, ben, topics = [] }: TestEncounter): Promise<void> {
  const participants = [
    { member: anna, ticket: ticketIn(id, anna) },
    { member: ben, ticket: ticketIn(id, ben) },
  ] as const
  await encounterOf(id).open({ kind, language: 'en', topics, participants, at: Date.now(), isAnnounced: false })
}

export async function viewBy(id: string, member: string): Promise<EncounterView> {
  const view = await encounterOf(id).view(member)
  if (!view) throw new Error('There is no such encounter for this member')
  return view
}

/** Runs SQL in an encounter's own storage. */
export const inEncounter = (id: string, query: string, ...bindings: (string | number | null)[]) =>
  runInDurableObject(encounterOf(id), (_, state) => state.storage.sql.exec(query, ...bindings).toArray())

/** Ends the object abruptly: memory is lost, storage stays. */
export const crashEncounter = (id: string) => abortObject(encounterOf(id))
