import * as v from 'valibot'
import { openDatabase } from '#db/database.ts'
import type { Env } from '#server/env.ts'
import { log, warn } from '#server/log.ts'
import { nextDelayS } from '../rules.ts'
import type { EmailKind } from './email-kind.ts'
import { failedEmailSchema, keepFailedEmails } from './failed-emails.ts'
import { queuedEmailSchema, type QueuedEmail } from './queued-email.ts'
import { EmailFailure, sendEmail } from './send-email.ts'

/** Delay before retrying an email that could not be added to the queue of failed ones. */
const handOverDelayS = 60
/** The same delay for failed emails while the database is unavailable; wrangler.toml limits how often. */
const storeDelayS = 600

/** Sends the emails of a batch one by one: one that fails waits for its next attempt, or goes to the failed ones. */
export async function consumeEmails(batch: MessageBatch, env: Env, kinds: readonly EmailKind[]): Promise<void> {
  await Promise.all(batch.messages.map((message) => consume(message, env, kinds)))
}

async function consume(message: Message, env: Env, kinds: readonly EmailKind[]): Promise<void> {
  const email = v.safeParse(queuedEmailSchema, message.body)
  if (!email.success) return drop(message)
  const { attempts } = message
  const { kind, at } = email.output
  try {
    const outcome = await sendEmail(env, kinds, email.output, Date.now())
    log('info', 'mail', { kind, outcome, attempts, waitedMs: Date.now() - at })
    message.ack()
  } catch (error) {
    await postpone(message, env, email.output, error instanceof EmailFailure ? error.code : 'unknown')
  }
}

/** Schedules the next attempt. After the last one, the email goes to the queue of failed ones, with its error code. */
async function postpone(message: Message, env: Env, email: QueuedEmail, code: string): Promise<void> {
  const [now, { attempts }] = [Date.now(), message]
  const facts = { kind: email.kind, error: code, attempts }
  const delaySeconds = nextDelayS({ code, attempts, until: email.until }, now)
  if (delaySeconds !== null) {
    log('warn', 'mail', { ...facts, delaySeconds })
    return message.retry({ delaySeconds })
  }
  log('error', 'mail', { ...facts, cure: 'see /ops/mail and docs/operations/repair.md' })
  try {
    await env.FAILED_MAIL.send({ ...email, code, attempts, failedAt: now })
    message.ack()
  } catch (error) {
    // Finally, the platform itself moves it there.
    warn('mail-failed', error)
    message.retry({ delaySeconds: handOverDelayS })
  }
}

/** Stores failed emails for operators; while the database is unavailable, they wait in their queue. */
export async function consumeFailedEmails(batch: MessageBatch, env: Pick<Env, 'DB'>): Promise<void> {
  const now = Date.now()
  const emails = batch.messages.flatMap((message) => {
    const email = v.safeParse(failedEmailSchema, message.body)
    if (email.success) return { ...email.output, failedAt: email.output.failedAt ?? now }
    drop(message)
    return []
  })
  try {
    await keepFailedEmails(openDatabase(env.DB), emails)
    batch.ackAll()
  } catch (error) {
    warn('mail-failed', error)
    batch.retryAll({ delaySeconds: storeDelayS })
  }
}

/** Not one of ours: it could neither be shown nor sent. */
function drop(message: Message): void {
  log('error', 'mail-malformed', { cure: 'only this worker may write to the queues of mail' })
  message.ack()
}
