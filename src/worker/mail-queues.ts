import { consumeEmails, consumeFailedEmails } from '#features/mail/server/public.ts'
import type { Env } from '#server/env.ts'
import { emailKinds } from './email-kinds.ts'

/** Takes a batch of one of the two queues of mail; each environment names them otherwise, and alike at the end. */
export function consumeQueue(batch: MessageBatch, env: Env): Promise<void> {
  return batch.queue.endsWith('-failed') ? consumeFailedEmails(batch, env) : consumeEmails(batch, env, emailKinds)
}
