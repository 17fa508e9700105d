import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import {
  matchmakerName,
  type LanguageChoice,
  type Pool,
  type Seat,
  type StartResult,
  type StartCall,
} from '#features/encounters/contract.ts'
import { seatOf } from '#features/encounters/talk/server/public.ts'
import { encounterKindOf } from '#shared/realtime/encounter-id.ts'
import { abortObject } from './abort-object.ts'
import { crashHub, inHub } from './objects.ts'
import { eventually, newId } from './realtime-client.ts'

/** A member's seat, for calls. */
export const seatBy = ({ id }: { id: string }) => seatOf(env, id)

/** Tests run with one shard: everybody who waits in a pool is in this object, whatever their languages. */
export const matchmakerOf = (pool: Pool = 'anonymous') => env.MATCHMAKER.getByName(matchmakerName(pool, 0))

/** A language in which no other test waits. */
export const newLanguage = () => `test-${newId()}`

/** A choice of these languages, the best one first. */
export const choiceIn = (...languages: string[]): LanguageChoice => ({ languages, otherwise: 'en' })

/** A request for an anonymous chat about anything. */
export const wishFor = (language: string, changed: Partial<StartCall> = {}): StartCall => ({
  kind: 'anonymous',
  choice: choiceIn(language),
  topics: [],
  slot: null,
  profile: null,
  ...changed,
})

export const start = (member: { id: string }, wish: StartCall): Promise<StartResult> => seatBy(member).start(wish)

/** Reserves a member's seat for an encounter that a test opens itself; their hub restarts with it. */
export async function reserveSeat(member: string, ticket: string, id: string): Promise<void> {
  const kind = encounterKindOf(id)
  const wish = { kind, languages: ['en'], language: 'en', topics: [], slot: null, profile: null }
  await inHub(
    member,
    `INSERT OR REPLACE INTO seat (id, state, request, queue, ticket, since, encounter, has_connected, away_since)
     VALUES (1, 'waiting', ?, ?, ?, ?, ?, 1, NULL)`,
    JSON.stringify(wish),
    matchmakerName(kind, 0),
    ticket,
    Date.now(),
    id,
  )
  await crashHub(member)
}

type PairedSeat = Extract<Seat, { state: 'paired' }>

/** Waits until the member is in an encounter. */
export const untilPaired = (member: { id: string }): Promise<PairedSeat> =>
  eventually(async () => {
    const seat = await seatBy(member).read()
    return seat.state === 'paired' ? seat : null
  }, `a partner for ${member.id}`)

/** Waits until everyone is in an encounter, each with exactly one other; returns who is with whom, by encounter. */
export async function untilAllPaired(members: readonly { id: string }[]): Promise<Map<string, string[]>> {
  const seats = await Promise.all(members.map(async ({ id }) => ({ id, seat: await untilPaired({ id }) })))
  return new Map([...Map.groupBy(seats, ({ seat }) => seat.id)].map(([id, two]) => [id, two.map(({ id: member }) => member)]))
}

/** Ends a matchmaker abruptly: memory is lost, storage stays. */
export const crashMatchmaker = (pool: Pool = 'anonymous') => abortObject(matchmakerOf(pool))

type Statement = readonly [query: string, ...bindings: (string | number | null)[]]

/** Changes a matchmaker's storage, and ends it before its own alarm can see the change with the old memory. */
export const crashMatchmakerWith = (statements: readonly Statement[]) =>
  abortObject(matchmakerOf(), (sql) => {
    for (const [query, ...bindings] of statements) sql.exec(query, ...bindings)
  })

/** Runs SQL in a matchmaker's own storage. */
export const inMatchmaker = (query: string, ...bindings: (string | number | null)[]) =>
  runInDurableObject(matchmakerOf(), (_, state) => state.storage.sql.exec(query, ...bindings).toArray())

/** Runs a round now; when it has ended, everyone who could be paired is chosen. */
export async function aRound(pool: Pool = 'anonymous'): Promise<void> {
  const matchmaker = matchmakerOf(pool)
  await runInDurableObject(matchmaker, async (_, { storage }) => {
    // Others may have alarms there that are due earlier, and the runtime's alarm is for the earliest.
    storage.sql.exec("UPDATE alarms SET at = 1 WHERE name IN ('pairings', 'openings')")
    storage.sql.exec("INSERT OR REPLACE INTO alarms (name, at, started) VALUES ('round', 1, 0)")
    await storage.setAlarm(Date.now() + 60_000)
  })
  await runDurableObjectAlarm(matchmaker)
}

/** How many wait who would talk in a language; members never see the exact number. */
export async function peopleIn(language: string, pool: Pool = 'anonymous'): Promise<number> {
  const count = `SELECT COUNT(*) AS people FROM waiting, json_each(entry, '$.languages') WHERE value = ?`
  const rows = await runInDurableObject(matchmakerOf(pool), (_, state) => state.storage.sql.exec(count, language).toArray())
  return Number(rows[0]?.['people'])
}
