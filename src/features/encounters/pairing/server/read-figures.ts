import type { PairingCriteria, Pool, WaitFigures } from '#features/encounters/contract.ts'
import type { Env } from '#server/env.ts'
import { matchmakerObject } from '#server/objects/stubs.ts'
import { withTimeoutOrNull } from '#server/objects/with-timeout.ts'
import { queueOf } from './queue.ts'

const timeoutMs = 2_000

/** Figures of these languages where the member waits or would wait, of those who could suit `reader`. Null if it does not answer: pages work without them. */
export function readFigures(
  env: Pick<Env, 'MATCHMAKER' | 'MATCHMAKER_SHARDS'>,
  { pool, member, languages, reader }: { pool: Pool; member: string; languages: readonly string[]; reader?: PairingCriteria },
): Promise<WaitFigures[] | null> {
  const queue = matchmakerObject(env, queueOf(env, pool, member))
  return withTimeoutOrNull('matchmaker', timeoutMs, (async () => [...(await queue.figures(languages, reader))])())
}
