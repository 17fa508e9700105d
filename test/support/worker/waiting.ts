import { env } from 'cloudflare:test'
import type { Seat, StartRequest } from '#features/encounters/contract.ts'
import { matchmakerName, type Pool } from '#features/matchmaking/contract.ts'
import { eventually, newId } from './realtime-client.ts'

/** A member's seat, for calls. */
export const seatOf = (member: string) => env.MEMBER_HUB.getByName(member).encounters()

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

export const start = async (member: { id: string }, wish: StartRequest) => seatOf(member.id).start(wish)

type PairedSeat = Extract<Seat, { state: 'paired' }>

/** Waits until the member is in an encounter. */
export const untilPaired = (member: { id: string }): Promise<PairedSeat> =>
  eventually(async () => {
    const seat = await seatOf(member.id).read()
    return seat.state === 'paired' ? seat : null
  }, `a partner for ${member.id}`)
