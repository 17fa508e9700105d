import { consumeEmails, consumeFailedEmails } from '#features/mail/server/public.ts'
import { consumeFailedPushes, consumePushes } from '#features/push/server/consume.ts'
import type { Env } from '#server/env.ts'
import { consumeExports, consumeFailedExports } from './export/consume.ts'
import { emailKinds } from './email-kinds.ts'
import { isRestoring } from './purge/apply-list.ts'

/** Until the database may be read again after a restore. */
const restoringDelayS = 300

/** Consumes a batch from one of the worker's queues; their names differ by environment, but share their endings. */
export async function consumeQueue(batch: MessageBatch, env: Env): Promise<void> {
  if (await isRestoring(env)) return batch.retryAll({ delaySeconds: restoringDelayS })
  const { queue } = batch
  if (queue.endsWith('-push-failed')) return consumeFailedPushes(batch)
  if (queue.endsWith('-push')) return consumePushes(batch, env)
  if (queue.endsWith('-exports-failed')) return consumeFailedExports(batch, env)
  if (queue.endsWith('-exports')) return consumeExports(batch, env)
  return queue.endsWith('-failed') ? consumeFailedEmails(batch, env) : consumeEmails(batch, env, emailKinds)
}
