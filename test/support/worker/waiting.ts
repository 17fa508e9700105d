import { env, runInDurableObject } from 'cloudflare:test'
import type { Seat, StartRequest, StartResult } from '#features/encounters/contract.ts'
import { seatOf } from '#features/encounters/server/public.ts'
import { matchmakerName, type Pool } from '#features/matchmaking/contract.ts'
import { eventually, newId } from './realtime-client.ts'

/** A member's seat, for calls. */
export const seatBy = ({ id }: { id: string }) => seatOf(env, id)

export const matchmakerOf = (language: string, pool: Pool = 'anonymous') =>
  env.MATCHMAKER.getByName(matchmakerName(pool, language))

/** A language that no other test waits in. */
export const newLanguage = () => `test-${newId()}`

/** A wish for an anonymous chat about anything. */
export const wishFor = (language: string, changed: Partial<StartRequest> = {}): StartRequest => ({
  kind: 'anonymous',
  language,
  topics: [],
  slot: null,
  profile: null,
  ...changed,
})

export const start = (member: { id: string }, wish: StartRequest): Promise<StartResult> => seatBy(member).start(wish)

/** Lets a member wait with a known ticket, in no queue: for encounters that a test opens by itself. */
export const waitWith = (member: string, ticket: string, kind: Pool) =>
  runInDurableObject(env.MEMBER_HUB.getByName(member), (_, { storage }) => {
    const wish = { kind, language: 'en', topics: [], slot: null, profile: null } satisfies StartRequest
    storage.sql.exec(
      `INSERT OR REPLACE INTO seat (id, state, wish, ticket, since, has_connected, away_since) VALUES (1, 'waiting', ?, ?, ?, 1, NULL)`,
      JSON.stringify(wish),
      ticket,
      Date.now(),
    )
  })

type PairedSeat = Extract<Seat, { state: 'paired' }>

/** Waits until the member is in an encounter. */
export const untilPaired = (member: { id: string }): Promise<PairedSeat> =>
  eventually(async () => {
    const seat = await seatBy(member).read()
    return seat.state === 'paired' ? seat : null
  }, `a partner for ${member.id}`)
