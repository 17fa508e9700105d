import type * as v from 'valibot'
import { openDatabase } from '#db/database.ts'
import type { AppContext } from '#server/context.ts'
import type { Env } from '#server/env.ts'
import { log, reasonOf } from '#server/log.ts'
import { retry } from '#server/objects/retry.ts'
import { publicOrigin } from '#server/origin.ts'
import type { EmailKindOf } from './email-kind.ts'
import { keepFailedEmails } from './failed-emails.ts'
import { sealEmail, type QueuedEmail } from './queued-email.ts'
import type { Recipient } from './recipient.ts'

type QueueEnv = Pick<Env, 'MAIL' | 'SESSION_SECRET' | 'SESSION_SECRET_PREVIOUS'>

/** `until`: from when on it is useless, if its kind does not define that (ms). */
export type Order<Schema extends v.GenericSchema> = {
  origin: string
  to: Recipient
  facts: v.InferInput<Schema> & Record<string, unknown>
  until?: number
}

/** Adds an email to the queue, which sends it within moments; throws if the queue refuses it. */
export async function queueEmail<Schema extends v.GenericSchema>(
  env: QueueEnv,
  kind: EmailKindOf<Schema>,
  order: Order<Schema>,
  now: number,
): Promise<void> {
  await env.MAIL.send(await sealOrder(env, kind, order, now))
}

/** Adds an email to the queue after the response, so that neither timing nor a failure reveals anything to the visitor. */
export function sendEmailLater<Schema extends v.GenericSchema>(
  c: AppContext,
  kind: EmailKindOf<Schema>,
  to: Recipient,
  facts: Order<Schema>['facts'],
): void {
  const origin = publicOrigin(c.env, c.req.url)
  const [env, now, requestId] = [c.env, c.get('now'), c.get('requestId')]
  const send = async () => {
    const email = await sealOrder(env, kind, { origin, to, facts }, now)
    try {
      await retry('mail-queue', () => env.MAIL.send(email))
    } catch (error) {
      await keepUnqueued(env, email, requestId, error)
    }
  }
  c.executionCtx.waitUntil(send())
}

async function sealOrder<Schema extends v.GenericSchema>(
  env: QueueEnv,
  { name, lifetimeMs }: EmailKindOf<Schema>,
  { origin, to, facts, until }: Order<Schema>,
  now: number,
): Promise<QueuedEmail> {
  return sealEmail(env, { kind: name, to, origin, facts }, { at: now, until: until ?? now + lifetimeMs })
}

/** Without a queue, the email is stored with the failed ones for operators. */
async function keepUnqueued(env: Pick<Env, 'DB'>, email: QueuedEmail, requestId: string, error: unknown): Promise<void> {
  log('error', 'mail-queue', {
    kind: email.kind,
    requestId,
    reason: reasonOf(error),
    cure: 'check the queue behind MAIL; /ops/mail has the email',
  })
  await keepFailedEmails(openDatabase(env.DB), [{ ...email, code: 'queue', attempts: 0, failedAt: email.at }])
}
