import { openDatabase } from '#db/database.ts'
import type { Env } from '#server/env.ts'
import { expireRequests, listUnsettled } from './request-queries.ts'
import { settleRequest } from './request-settle.ts'

const settleAfterMs = 10_000
const giveUpMs = 7 * 24 * 60 * 60 * 1000

/** Cron: ends requests that were not accepted in time, and finishes what could not be done at once. */
export async function sweepRequests(env: Env, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  await expireRequests(db, now)
  const open = await listUnsettled(db, { before: now - settleAfterMs, after: now - giveUpMs })
  await Promise.allSettled(open.map((conversation) => settleRequest(env, conversation, now)))
}
