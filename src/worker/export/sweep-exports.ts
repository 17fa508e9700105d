import { openDatabase } from '#db/database.ts'
import { dropExport, listExpired, listStalled } from '#features/personal-data/server/public.ts'
import type { Env } from '#server/env.ts'
import { failExport } from './consume.ts'

/** Longer than all delays of the queue together: until then its own attempts go on. */
export const stalledMs = 2 * 60 * 60_000
const giveUpMs = 24 * 60 * 60_000
/** Each may have some hundred objects. */
const atOnce = 20

/** Cron: deletes exports that have expired, and goes on with those whose message was lost. */
export async function sweepExports(env: Env, now: number): Promise<{ rows: number; failed: number }> {
  const db = openDatabase(env.DB)
  const expired = await listExpired(db, now, atOnce)
  let failed = 0
  for (const { id, memberId } of expired) await dropExport(env, memberId, id).catch(() => (failed += 1))
  const stalled = await listStalled(db, now - stalledMs, atOnce)
  for (const { id, createdAt } of stalled) {
    if (createdAt < now - giveUpMs) await failExport(env, id, 'stalled')
    else await env.EXPORT_QUEUE.send({ id })
  }
  return { rows: expired.length + stalled.length, failed }
}
