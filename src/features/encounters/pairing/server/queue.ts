import { matchmakerName, type Pool } from '#features/encounters/contract.ts'
import type { Env } from '#server/env.ts'
import { shardOf } from '../rules.ts'

/** The matchmaker in which a member waits, by its name. With another number of shards it may be another one. */
export function queueOf({ MATCHMAKER_SHARDS: shards = '1' }: Pick<Env, 'MATCHMAKER_SHARDS'>, pool: Pool, member: string): string {
  return matchmakerName(pool, shardOf(member, Number(shards)))
}
