import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { matchmakerName, type Pool, type Seat, type StartRequest, type StartResult } from '#features/encounters/contract.ts'
import { seatOf } from '#features/encounters/talk/server/public.ts'
import { encounterKindOf } from '#shared/realtime/encounter-id.ts'
import { abortObject } from './abort-object.ts'
import { crashHub, inHub } from './objects.ts'
import { eventually, newId } from './realtime-client.ts'

/** A member's seat, for calls. */
export const seatBy = ({ id }: { id: string }) => seatOf(env, id)

export const matchmakerOf = (language: string, pool: Pool = 'anonymous') =>
  env.MATCHMAKER.getByName(matchmakerName(pool, language))

/** A language in which no other test waits. */
export const newLanguage = () => `test-${newId()}`

/** A request for an anonymous chat about anything. */
export const wishFor = (language: string, changed: Partial<StartRequest> = {}): StartRequest => ({
  kind: 'anonymous',
  language,
  topics: [],
  slot: null,
  profile: null,
  ...changed,
})

export const start = (member: { id: string }, wish: StartRequest): Promise<StartResult> => seatBy(member).start(wish)

/** Reserves a member's seat for an encounter that a test opens itself; their hub restarts with it. */
export async function reserveSeat(member: string, ticket: string, id: string): Promise<void> {
  const wish = { kind: encounterKindOf(id), language: 'en', topics: [], slot: null, profile: null } satisfies StartRequest
  await inHub(
    member,
    `INSERT OR REPLACE INTO seat (id, state, request, ticket, since, encounter, has_connected, away_since)
     VALUES (1, 'waiting', ?, ?, ?, ?, 1, NULL)`,
    JSON.stringify(wish),
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
export const crashMatchmaker = (language: string, pool: Pool = 'anonymous') => abortObject(matchmakerOf(language, pool))

type Statement = readonly [query: string, ...bindings: (string | number | null)[]]

/** Changes a matchmaker's storage, and ends it before its own alarm can see the change with the old memory. */
export const crashMatchmakerWith = (language: string, statements: readonly Statement[]) =>
  abortObject(matchmakerOf(language, 'anonymous'), (sql) => {
    for (const [query, ...bindings] of statements) sql.exec(query, ...bindings)
  })

/** Runs SQL in a matchmaker's own storage. */
export const inMatchmaker = (language: string, query: string, ...bindings: (string | number | null)[]) =>
  runInDurableObject(matchmakerOf(language), (_, state) => state.storage.sql.exec(query, ...bindings).toArray())

/** Runs a round now; when it has ended, everyone who could be paired is chosen. */
export const aRound = (language: string, pool: Pool = 'anonymous') => runDurableObjectAlarm(matchmakerOf(language, pool))

/** How many wait in a queue; members never see the exact number. */
export async function peopleIn(language: string, pool: Pool = 'anonymous'): Promise<number> {
  const count = 'SELECT COUNT(*) AS people FROM waiting'
  const rows = await runInDurableObject(matchmakerOf(language, pool), (_, state) => state.storage.sql.exec(count).toArray())
  return Number(rows[0]?.['people'])
}
