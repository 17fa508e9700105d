import type { ObjectBindings } from '#features/object-bindings.ts'
import { channelObject, conversationObject } from '#server/objects/stubs.ts'
import { nullOnError, withTimeoutOrNull } from '#server/objects/with-timeout.ts'
import type { EvidenceMessage, HistoryPage, HistoryWindow, SeedMessage, SendInput, SendResult } from '../contract.ts'
import { objectName } from './photos/photo-store.ts'
import { markRead, sendFromMember } from './hub-client.ts'

type ChatEnv = Pick<ObjectBindings, 'CONVERSATION' | 'MEMBER_HUB'>

const timeoutMs = 2_000
/** Number of messages in a page's first part of a conversation. */
const firstPage = 50

/**
 * Opens the conversation of a match and both inbox rows; `at` is the time of the match, `lines` come with its likes. Idempotent.
 * Called after the match's commit in D1. A hub that cannot be reached gets its row later, by the conversation's own retries. Throws if the
 * conversation has not taken the lines: while a build is rolled out, it may be of the one before.
 */
export async function openDirectConversation(
  env: ChatEnv,
  conversationId: string,
  members: readonly [string, string],
  at: number = Date.now(),
  lines: readonly SeedMessage[] = [],
): Promise<void> {
  const { takesLines } = await conversationObject(env, conversationId).open({ kind: 'direct', members, at, lines })
  if (lines.length > 0 && takesLines === undefined) throw new Error('A conversation of an earlier build takes no lines')
}

/**
 * Returns a range of the history: below `before`, above `after`, around `at` (seqs), or the newest. `page` is null for anyone who
 * is not a member, and for a conversation that does not exist or has ended. The result is null if the conversation does not
 * answer within 2 s.
 */
export function readHistory(
  env: ChatEnv & Pick<ObjectBindings, 'ENCOUNTER'>,
  conversationId: string,
  memberId: string,
  window: Partial<HistoryWindow> = {},
): Promise<{ page: HistoryPage | null } | null> {
  const history = channelObject(env, conversationId).history(memberId, { limit: firstPage, ...window })
  return withTimeoutOrNull('history', timeoutMs, (async () => ({ page: await history }))())
}

/** Returns the newest messages between two members, for a report; throws if the conversation does not answer. */
export async function takeEvidence(
  env: Pick<ObjectBindings, 'CONVERSATION'>,
  conversationId: string,
  members: readonly [string, string],
  most: number,
): Promise<EvidenceMessage[]> {
  return conversationObject(env, conversationId).evidence(members, most)
}

/** Finds the object of a photo in a message, by the key in a report's evidence. */
export function findChatPhoto(bucket: R2Bucket, key: string): Promise<R2ObjectBody | null> {
  return bucket.get(objectName(key))
}

/**
 * Sends a message in a member's name. Refuses with 'forbidden' anyone who is not a member of the conversation, and with
 * 'too-many' above the limit.
 */
export async function sendMessage(env: ChatEnv, conversationId: string, { member, ...message }: SendInput): Promise<SendResult> {
  return sendFromMember(env, member, conversationId, message)
}

/**
 * Adds earlier messages to an open conversation, with their own ids and times. Both members have read them, so no hub counts them
 * or notifies anyone. Safe to repeat.
 */
export async function importConversation(
  env: ChatEnv,
  conversationId: string,
  messages: readonly SeedMessage[],
  readers: readonly string[],
): Promise<void> {
  if (messages.length === 0) return
  const { seq } = await conversationObject(env, conversationId).importMessages(messages)
  // A hub that cannot be reached counts them as unread later, which is better than a match that waits for it.
  await Promise.all(readers.map((reader) => nullOnError('import', markRead(env, reader, conversationId, seq))))
}

export type SeedConversation = {
  id: string
  members: readonly [string, string]
  openedAt: number
  messages: readonly SeedMessage[]
  /** Seq up to which each member has read, by member id. */
  readUpTo?: Readonly<Record<string, number>>
}

/** Adds demo data (local environments only): a conversation with its own times, without notifications. Idempotent. */
export async function seedConversation(
  env: ChatEnv,
  { id, members, openedAt, messages, readUpTo = {} }: SeedConversation,
): Promise<void> {
  await openDirectConversation(env, id, members, openedAt)
  await conversationObject(env, id).seedMessages(messages)
  for (const [member, seq] of Object.entries(readUpTo)) await markRead(env, member, id, seq)
}
