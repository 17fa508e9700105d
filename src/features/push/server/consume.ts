import * as v from 'valibot'
import { openDatabase } from '#db/database.ts'
import type { Env } from '#server/env.ts'
import { log, warn } from '#server/log.ts'
import { memberHub } from '#server/objects/stubs.ts'
import { nextDelayS, retryDelaysS } from '../rules.ts'
import { forgetEnded, listSubscriptions, type Subscription } from './queries.ts'
import { openPush, queuedPushSchema, sealPush, type PushContents, type QueuedPush } from './queued-push.ts'
import { sendPush, type SentPush } from './send-push.ts'

/** The delay if no further attempt is due: then the platform itself moves the message to the queue of failed ones. */
const lastDelayS = retryDelaysS.at(-1) ?? 0

type Work = { message: Message; push: QueuedPush; contents: PushContents; now: number }
type Tried = { device: Subscription; sent: SentPush }

/** Sends the push messages of a batch one by one. */
export async function consumePushes(batch: MessageBatch, env: Env): Promise<void> {
  await Promise.all(batch.messages.map((message) => consume(message, env)))
}

/** Messages without attempts left: none is worth another one, so only the log records them. */
export function consumeFailedPushes(batch: MessageBatch): void {
  for (const { body } of batch.messages) {
    const push = v.safeParse(queuedPushSchema, body)
    const kind = push.success ? push.output.kind : 'unknown'
    log('error', 'push-failed', { kind, cure: 'see docs/operations/repair.md, Push messages' })
  }
  batch.ackAll()
}

async function consume(message: Message, env: Env): Promise<void> {
  const now = Date.now()
  const parsed = v.safeParse(queuedPushSchema, message.body)
  const contents = parsed.success ? await openPush(env, parsed.output, now) : null
  if (!parsed.success || !contents) return drop(message, 'unreadable')
  const push = parsed.output
  if (push.until <= now) return drop(message, 'too-late')
  const work = { message, push, contents, now }
  try {
    const devices = await listSubscriptions(openDatabase(env.DB), contents.member, now)
    if (devices.length === 0) await memberHub(env, contents.member).pushEnded(now)
    const { onlySid, exceptSid } = contents
    const wanted = devices.filter(({ sid }) => (onlySid === undefined || sid === onlySid) && sid !== exceptSid)
    await sendToAll(env, work, wanted)
  } catch (error) {
    warn('push', error, { kind: push.kind, attempts: message.attempts })
    message.retry({ delaySeconds: nextDelayS({ ...work.push, attempts: message.attempts, retryAfter: null }, now) ?? lastDelayS })
  }
}

async function sendToAll(env: Env, work: Work, devices: readonly Subscription[]): Promise<void> {
  const { message, push, contents, now } = work
  const facts = {
    kind: push.kind,
    isSilent: contents.isSilent,
    about: contents.about,
    until: push.until,
    isWaitAlert: contents.isWaitAlert,
  }
  const tried: Tried[] = await Promise.all(
    devices.map(async (device) => ({ device, sent: await sendPush(env, device, facts, now) })),
  )
  for (const { sent } of tried) {
    const { outcome, answer } = sent
    const level = outcome === 'refused' ? 'error' : outcome === 'later' ? 'warn' : 'info'
    const cure = outcome === 'refused' ? { cure: 'see docs/operations/repair.md, Push messages' } : {}
    log(level, 'push', { kind: push.kind, outcome, answer, attempts: message.attempts, waitedMs: now - push.at, ...cure })
  }
  const ended = tried.flatMap(({ device, sent }) => (sent.outcome === 'gone' ? [device] : []))
  // The next message gets the same response; retrying this one would reach the other devices twice.
  await forgetEnded(openDatabase(env.DB), ended).catch((error: unknown) => warn('push', error, { kind: push.kind }))
  await postpone(env, work, tried.filter(({ sent }) => sent.outcome === 'later')) // prettier-ignore
}

/** Each device whose service is unavailable gets a separate message, so that no other device gets this one twice. */
async function postpone(env: Env, { message, push, contents, now }: Work, failed: readonly Tried[]): Promise<void> {
  const { attempts } = message
  const isAlone = contents.onlySid !== undefined
  for (const { device, sent } of failed) {
    const delaySeconds = nextDelayS({ attempts: isAlone ? attempts : 1, until: push.until, retryAfter: sent.retryAfter }, now)
    if (isAlone) return delaySeconds === null ? giveUp(message, push.until, now) : message.retry({ delaySeconds })
    if (delaySeconds !== null)
      await env.PUSH.send(await sealPush(env, push, { ...contents, onlySid: device.sid }), { delaySeconds })
  }
  message.ack()
}

/** A message that is still useful goes to the queue of failed ones after its last attempt; otherwise it is dropped. */
function giveUp(message: Message, until: number, now: number): void {
  if (message.attempts > retryDelaysS.length && until > now) message.retry({ delaySeconds: 0 })
  else message.ack()
}

/** Not one of ours, or no longer useful. */
function drop(message: Message, answer: string): void {
  log('warn', 'push', { outcome: 'dropped', answer })
  message.ack()
}
