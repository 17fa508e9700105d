import { conversationObject } from '#server/objects/stubs.ts'
import { openDatabase } from '#db/database.ts'
import { notifyMember } from '#features/member-hub/server/public.ts'
import type { Env } from '#server/env.ts'
import { finishEach, type Finished } from '#server/finish-each.ts'
import { expireRequests, findUnsettled, listUnsettled, markSettled, type StoredRequest } from './request-queries.ts'

const settleAfterMs = 10_000
const giveUpMs = 7 * 24 * 60 * 60 * 1000

/**
 * Does everything that follows from a request's state and records that it is done. Idempotent: callers that changed the state
 * call it at once, and the cron retries what failed. Nothing is delivered across a block.
 */
export async function settleRequest(env: Env, conversation: string, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  const request = await findUnsettled(db, conversation)
  if (!request) return
  const stub = conversationObject(env, conversation)
  if (request.state === 'expired') await stub.expire()
  else if (!request.canMeet) return
  else {
    const { fromId, toId, cid, text, sentAt } = request
    // The message comes first, even if the request has been answered meanwhile.
    if (text !== null)
      await stub.open({ kind: 'direct', members: [fromId, toId], at: sentAt, request: { from: fromId, cid, text } })
    if (request.state === 'accepted') await stub.open({ kind: 'direct', members: [fromId, toId], at: sentAt })
    else if (request.state === 'declined') await stub.decline()
    if (!(await notifyOther(env, request))) throw new Error('A member could not be told of a request')
  }
  await markSettled(db, request, now)
}

/** Notifies the receiver of a new request, and its sender of an acceptance; true if no notification is left to send. */
async function notifyOther(env: Env, { state, conversation, fromId, toId, sentAt }: StoredRequest): Promise<boolean> {
  if (state === 'waiting')
    return notifyMember(env, toId, { id: `request:${conversation}:${sentAt}`, kind: 'request', from: fromId, conversation })
  if (state === 'accepted')
    return notifyMember(env, fromId, {
      id: `accepted:${conversation}:${sentAt}`,
      kind: 'message',
      from: toId,
      conversation,
      accepted: true,
    })
  return true
}

/** Cron: ends requests that were not accepted in time, and finishes what could not be done immediately. */
export async function sweepRequests(env: Env, now: number): Promise<Finished> {
  const db = openDatabase(env.DB)
  await expireRequests(db, now)
  const open = await listUnsettled(db, { before: now - settleAfterMs, after: now - giveUpMs })
  return finishEach('chat-requests', open, (conversation) => settleRequest(env, conversation, now))
}
