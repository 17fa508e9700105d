import type { ObjectBindings } from '#features/object-bindings.ts'
import { memberHub } from '#server/objects/stubs.ts'
import { withTimeoutOrNull } from '#server/objects/with-timeout.ts'
import type { FoundPage, InboxRow, OwnChange, OwnMessage, Refusal, SearchCursor, SendResult } from '../contract.ts'

type HubEnv = Pick<ObjectBindings, 'MEMBER_HUB'>

/** After this time, a page is rendered without its inbox. */
const timeoutMs = 2_000
/** The first search may have to add older conversations to the index. */
const searchTimeoutMs = 5_000

/**
 * Sends a message in a member's name. Refuses with 'forbidden' anyone who is not a member of the conversation, and with
 * 'too-many' above the sender's limit.
 */
export async function sendFromMember(
  env: HubEnv,
  memberId: string,
  conversation: string,
  message: OwnMessage,
): Promise<SendResult> {
  return memberHub(env, memberId).send(conversation, message)
}

/** Edits, deletes or reacts to a message in a member's name, under the same limit. */
export async function changeFromMember(
  env: HubEnv,
  memberId: string,
  conversation: string,
  change: OwnChange,
): Promise<{ ok: true } | Refusal> {
  return memberHub(env, memberId).change(conversation, change)
}

/** Returns a member's newest conversations, of one tab or of both; null if their hub does not answer in time. */
export function readInbox(
  env: HubEnv,
  memberId: string,
  options: { limit?: number; before?: number; only?: 'inbox' | 'requests' } = {},
): Promise<InboxRow[] | null> {
  const { limit, before, only } = options
  return withTimeoutOrNull('inbox', timeoutMs, memberHub(env, memberId).inbox(limit, before, only))
}

/** Searches a member's own messages; null if their hub does not answer in time. */
export function searchMessages(
  env: HubEnv,
  memberId: string,
  text: string,
  after: SearchCursor | null,
): Promise<FoundPage | null> {
  return withTimeoutOrNull('search', searchTimeoutMs, memberHub(env, memberId).search(text, after))
}

/** Marks a conversation as read up to `seq`; null if the member has no such conversation. `unread`: total afterwards. */
export async function markRead(
  env: HubEnv,
  memberId: string,
  conversation: string,
  seq: number,
): Promise<{ unread: number } | null> {
  return memberHub(env, memberId).markRead(conversation, seq)
}
