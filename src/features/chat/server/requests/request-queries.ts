import { and, eq, gte, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { heldWindowColumns } from '#db/held-window.ts'
import { isInOwnStateSql } from '#db/predicates/own-state.ts'
import { chatRequests, members } from '#db/schema.ts'
import { longestWindowMs, quotaLeft, type DayQuota, type HeldWindow } from '#shared/quota-day.ts'
import { newConversationSql } from '../conversation-id.ts'
import { requestLifetimeMs, requestsPerDay, type WriteView } from '#features/chat/contract.ts'
import { writeView, type RequestState } from './request-rules.ts'
import { notBlockedSql } from '#db/predicates/not-blocked.ts'
import { isVisibleStatement } from '#db/predicates/visible.ts'
import { conversationOfSql } from '#db/predicates/conversation-of.ts'
import { lineTimesSql, usedRequestsSql } from '#db/predicates/used-requests.ts'

export type RequestWrite = {
  /** The id to use if the two have no conversation yet. */
  freshId: string
  fromId: string
  toId: string
  cid: string
  text: string
  now: number
  /** Start of the sender's day. */
  since: number
}

/** The stored request after the attempt: `cid` and `fromId` belong to the pair's request, whichever of the two sent it. */
export type RequestOutcome = {
  reachable: number
  used: number
  hasPair: number
  conversation: string | null
  fromId: string | null
  cid: string | null
  firstName: string | null
}

/**
 * The commit point of a request. One statement inserts it only if every condition holds, and includes the count, so that parallel
 * requests cannot exceed the quota; lines with likes count, too. The receiver of an expired request may write in turn, once its traces
 * are removed.
 */
export async function writeRequest(db: Database, request: RequestWrite): Promise<RequestOutcome> {
  const { freshId, fromId, toId, cid, text, now, since } = request
  const conversation = conversationOfSql(fromId, toId)
  const reachable = sql`(${toId} <> ${fromId} and exists ${isVisibleStatement(db, fromId, toId)})`
  const used = usedRequestsSql(fromId, since)
  const [, [outcome]] = await db.batch([
    db.all(sql`
      insert into chat_requests (conversation_id, from_id, to_id, state, cid, text, sent_at, state_at)
      select ${newConversationSql(fromId, toId, freshId)}, ${fromId}, ${toId}, 'waiting', ${cid}, ${text}, ${now}, ${now}
      where ${reachable} and ${used} < ${requestsPerDay}
        and exists (select 1 from ${members} where id = ${fromId} and ${isInOwnStateSql(['complete'])})
        and not exists (select 1 from pairs where conversation_id = ${conversation})
      on conflict (conversation_id) do update
      set from_id = excluded.from_id, to_id = excluded.to_id, state = 'waiting', cid = excluded.cid, text = excluded.text,
        sent_at = excluded.sent_at, state_at = excluded.state_at, settled_at = null
      where chat_requests.state = 'expired' and chat_requests.to_id = excluded.from_id
        and chat_requests.settled_at is not null`),
    db.all<RequestOutcome>(sql`
      select ${reachable} as reachable, ${used} as used,
        exists (select 1 from pairs where conversation_id = ${conversation}) as hasPair, ${conversation} as conversation,
        (select from_id from chat_requests where conversation_id = ${conversation}) as fromId,
        (select cid from chat_requests where conversation_id = ${conversation}) as cid,
        (select first_name from members where id = ${toId}) as firstName`),
  ])
  if (!outcome) throw new Error('A select without a table always has one row')
  return outcome
}

/**
 * Writes the receiver's answer, once: true if it is now in effect, also by an earlier call. After a match, a block or the
 * sender's departure there is no request left to answer.
 */
export async function answerRequest(
  db: Database,
  answer: { conversation: string; memberId: string; state: 'accepted' | 'declined'; now: number },
): Promise<boolean> {
  const { conversation, memberId, state, now } = answer
  const [, [row]] = await db.batch([
    db.all(sql`
      update chat_requests set state = ${state}, state_at = ${now}, settled_at = null
      where conversation_id = ${conversation} and to_id = ${memberId} and state = 'waiting'
        and not exists (select 1 from pairs where conversation_id = ${conversation})
        and ${notBlockedSql(sql`chat_requests.from_id`, sql`chat_requests.to_id`)}
        and exists (select 1 from members where id = chat_requests.from_id and state in ('complete', 'paused'))`),
    db
      .select({ state: chatRequests.state })
      .from(chatRequests)
      .where(and(eq(chatRequests.conversationId, conversation), eq(chatRequests.toId, memberId))),
  ])
  return row?.state === state
}

/** Ends requests that were not accepted in time. Those overridden by a match are only rows by now, and are deleted. */
export async function expireRequests(db: Database, now: number): Promise<void> {
  const isOld = sql`state in ('waiting', 'declined') and sent_at < ${now - requestLifetimeMs}`
  const hasPair = sql`exists (select 1 from pairs where conversation_id = chat_requests.conversation_id)`
  await db.batch([
    db.all(sql`delete from chat_requests where ${isOld} and ${hasPair}`),
    db.all(sql`update chat_requests set state = 'expired', state_at = ${now}, text = null, settled_at = null where ${isOld}`),
  ])
}

export type StoredRequest = {
  conversation: string
  fromId: string
  toId: string
  state: RequestState
  cid: string
  text: string | null
  sentAt: number
  /** 1 if each may still meet the other. */
  canMeet: number
}

/** Finds a request whose state still needs work; no row if all of it is done. */
export async function findUnsettled(db: Database, conversation: string): Promise<StoredRequest | null> {
  const [row] = await db.all<StoredRequest>(sql`
    select r.conversation_id as conversation, r.from_id as fromId, r.to_id as toId, r.state, r.cid, r.text, r.sent_at as sentAt,
      (${notBlockedSql(sql`r.from_id`, sql`r.to_id`)} and not exists (
        select 1 from members where id in (r.from_id, r.to_id) and state not in ('complete', 'paused'))) as canMeet
    from chat_requests r
    where r.conversation_id = ${conversation} and r.settled_at is null`)
  return row ?? null
}

/**
 * Records that everything that follows from the state is done; the conversation keeps the text. If the state has changed since,
 * it stays unsettled.
 */
export async function markSettled(db: Database, request: Pick<StoredRequest, 'conversation' | 'state'>, now: number) {
  await db
    .update(chatRequests)
    .set({ settledAt: now, text: null })
    .where(and(eq(chatRequests.conversationId, request.conversation), eq(chatRequests.state, request.state)))
}

/**
 * Lists conversations of requests whose state still needs work. A very recent change is left to its own call, unless it is an
 * expiry.
 */
export async function listUnsettled(db: Database, { before, after }: { before: number; after: number }): Promise<string[]> {
  const rows = await db.all<{ conversation: string }>(sql`
    select conversation_id as conversation from chat_requests
    where settled_at is null and (state_at < ${before} or state = 'expired') and state_at > ${after} order by state_at limit 50`)
  return rows.map(({ conversation }) => conversation)
}

/** For a page's batch: the contact between two members; at least one row. */
export function contactStatement(db: Database, viewerId: string, other: string) {
  const conversation = conversationOfSql(viewerId, other)
  return db
    .select({
      conversation: sql<string | null>`${conversation}`.as('conversation'),
      isMatch: sql<0 | 1 | null>`(select unmatched_at is null from pairs where conversation_id = ${conversation})`.as('is_match'),
      state: chatRequests.state,
      fromId: chatRequests.fromId,
    })
    .from(members)
    .leftJoin(chatRequests, eq(chatRequests.conversationId, conversation))
    .where(eq(members.id, viewerId))
}

/**
 * For a page's batch: times of the member's requests that may still count, and of lines with likes, with their time zone; at least one
 * row.
 */
export function sentRequestsStatement(db: Database, viewerId: string, now: number) {
  return db
    .select({
      timeZone: members.timeZone,
      sentAt: chatRequests.sentAt,
      linesAt: lineTimesSql(viewerId, now - longestWindowMs).as('lines_at'),
      ...heldWindowColumns(viewerId, now),
    })
    .from(members)
    .leftJoin(chatRequests, and(eq(chatRequests.fromId, members.id), gte(chatRequests.sentAt, now - longestWindowMs)))
    .where(eq(members.id, viewerId))
}

type ContactRows = {
  contact: readonly { conversation: string | null; isMatch: 0 | 1 | null; state: RequestState | null; fromId: string | null }[]
  requests: readonly SentRequestRow[]
}
/** `linesAt`: a JSON array. */
type SentRequestRow = { timeZone: string; sentAt: number | null; linesAt: string } & HeldWindow

/** Returns how many requests the member has left today, from the rows of `sentRequestsStatement`. */
export function toRequestQuota(requests: readonly SentRequestRow[], now: number): DayQuota {
  const sentAt = requests.map((request) => request.sentAt).filter((at) => at !== null)
  const linesAt: number[] = JSON.parse(requests[0]?.linesAt ?? '[]')
  return quotaLeft(requestsPerDay, [...sentAt, ...linesAt], now, requests[0] ?? { timeZone: 'UTC' })
}

/** Returns how `viewerId` may write to the other member, from the rows of the two statements above. */
export function toWriteView(
  viewerId: string,
  { contact: [row], requests, cid, now }: ContactRows & { cid: string; now: number },
): WriteView {
  return writeView(
    {
      conversation: row?.conversation ?? null,
      isMatch: row?.isMatch == null ? null : row.isMatch === 1,
      request: row?.state ? { state: row.state, isMine: row.fromId === viewerId } : null,
    },
    { quota: toRequestQuota(requests, now), cid },
  )
}
