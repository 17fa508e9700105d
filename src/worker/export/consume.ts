import * as v from 'valibot'
import { openDatabase, type Database } from '#db/database.ts'
import { ownStateSql } from '#db/predicates/own-state.ts'
import { members } from '#db/schema.ts'
import { queueEmail } from '#features/mail/server/public.ts'
import { notifyMember } from '#features/member-hub/server/public.ts'
import { findExport, removeObjects, objectsOf, saveFailure, type DataExport } from '#features/personal-data/server/public.ts'
import type { Env } from '#server/env.ts'
import { log, warn } from '#server/log.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { defaultLocale, findLocale } from '#shared/i18n/locales.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { eq } from 'drizzle-orm'
import type { ExportContext } from './context.ts'
import { exportReadyEmail } from './ready-email.ts'
import { takeStep } from './take-step.ts'

/** One run's share, far below its limit of processor time: the next message goes on. */
export const runLimits = { steps: 40, bytes: 8 * 1024 * 1024 }

/** Delays before a failed step is tried again, in seconds; `max_retries` in wrangler.toml is their number. */
export const retryDelaysS = [2, 10, 60, 300, 900, 1800] as const

const messageSchema = v.object({ id: v.string() })

/** Goes on with the exports of a batch. A message only names an export; whose it is, and how far it is, its row says. */
export async function consumeExports(batch: MessageBatch, env: Env): Promise<void> {
  for (const message of batch.messages) {
    const parsed = v.safeParse(messageSchema, message.body)
    if (!parsed.success) message.ack()
    else await consume(message, parsed.output.id, env)
  }
}

async function consume(message: Message, id: string, env: Env): Promise<void> {
  try {
    if (await continueExport(env, id, Date.now())) await env.EXPORT_QUEUE.send({ id })
    message.ack()
  } catch (error) {
    warn('export', error, { attempts: message.attempts })
    message.retry({ delaySeconds: retryDelaysS[message.attempts - 1] ?? retryDelaysS[retryDelaysS.length - 1] ?? 0 })
  }
}

/** Exports whose step failed at every attempt: the member can start another one the same day. */
export async function consumeFailedExports(batch: MessageBatch, env: Env): Promise<void> {
  for (const { body } of batch.messages) {
    const parsed = v.safeParse(messageSchema, body)
    if (parsed.success) await failExport(env, parsed.output.id, 'attempts')
  }
  batch.ackAll()
}

/** Ends an export without a file. */
export async function failExport(env: Env, id: string, reason: string): Promise<void> {
  const db = openDatabase(env.DB)
  const found = await findExport(db, id)
  if (found?.state !== 'preparing') return
  await saveFailure(db, id, Date.now())
  log('error', 'export-failed', { reason, step: found.step, cure: 'see docs/operations/repair.md, Exports' })
  await removeObjects(env.EXPORTS, objectsOf(found.memberId, id))
}

/** Takes steps until the export is done or the run has had its share; true if there is more to do. */
export async function continueExport(env: Env, id: string, now: number, limits = runLimits): Promise<boolean> {
  const db = openDatabase(env.DB)
  let current = await findExport(db, id)
  // A run that crashed after its last step has announced nothing.
  if (current?.state === 'ready') await announce(env, current)
  if (current?.state !== 'preparing') return false
  const context = await openContext(env, db, current, now)
  if (!context) {
    await failExport(env, id, 'no-member')
    return false
  }
  const startedAt = Date.now()
  let [steps, bytes] = [0, 0]
  while (current?.state === 'preparing' && steps < limits.steps && bytes < limits.bytes) {
    const result = await takeStep(context, current)
    steps += 1
    bytes += result.bytes
    if (result.outcome === 'done') await announce(env, current)
    if (result.outcome === 'too-large') await failExport(env, id, 'too-large')
    current = result.outcome === 'more' ? await findExport(db, id) : null
  }
  log('info', 'export', { steps, bytes, ms: Date.now() - startedAt, isDone: current === null })
  return current?.state === 'preparing'
}

/** Null if the account was deleted in the meantime: nothing more is read for it. */
async function openContext(
  env: Env,
  db: Database,
  { memberId, createdAt }: DataExport,
  now: number,
): Promise<ExportContext | null> {
  const [member] = await db
    .select({
      firstName: members.firstName,
      locale: members.locale,
      timeZone: members.timeZone,
      state: ownStateSql().as('own_state'),
    })
    .from(members)
    .where(eq(members.id, memberId))
  if (!member || member.state === 'deleted') return null
  const code = findLocale(member.locale)?.code ?? defaultLocale
  const translator = createTranslator(code, await loadMessages(code, ['export']), { timeZone: member.timeZone })
  // What is due or over is judged by one time, however many runs it takes.
  return { env, db, memberId, firstName: member.firstName, translator, now: Math.max(createdAt, now) }
}

/** Both may be repeated: the notification has a fixed id, and a second email says the same. */
async function announce(env: Env, { id, memberId, origin }: DataExport): Promise<void> {
  await notifyMember(env, memberId, { id: `export:${id}`, kind: 'security', event: 'export-ready' })
  await queueEmail(env, exportReadyEmail, { origin, to: { kind: 'member', id: memberId }, facts: {} }, Date.now())
}
