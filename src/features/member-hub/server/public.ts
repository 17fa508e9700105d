import type { Refusal, SendResult, OwnChange, OwnMessage } from '#features/chat/contract.ts'
import type { KeptNotice, Notice, Preferences, NotificationCursor } from '#features/notifications/contract.ts'
import type { NotificationKind } from '#shared/realtime/wire.ts'
import type { Env } from '#server/env.ts'
import { orNull } from '#server/objects/with-timeout.ts'
import type { FoundPage, InboxRow, PollInput, PollReply, Summary, SearchCursor, MemberHubRpc } from '../contract.ts'

declare global {
  namespace Cloudflare {
    interface Env {
      /** One object per member, by the member's id. */
      MEMBER_HUB: DurableObjectNamespace<MemberHubRpc & Rpc.DurableObjectBranded>
    }
  }
}

export { parseSearchCursor, searchText } from './search/query.ts'
export { connectMember, visibilityHeader } from './connections/upgrade.ts'

/** One call of a polling client; answered at once, or when there is something to tell. */
export function pollMember(env: HubEnv, memberId: string, sid: string, input: PollInput): Promise<PollReply> {
  return env.MEMBER_HUB.getByName(memberId).poll(sid, input)
}

type HubEnv = Pick<Env, 'MEMBER_HUB'>

/** Sends a message in a member's name; 'forbidden' for who is no member, 'too-many' above the member's own limit. */
export async function sendFromMember(
  env: HubEnv,
  memberId: string,
  conversation: string,
  message: OwnMessage,
): Promise<SendResult> {
  return env.MEMBER_HUB.getByName(memberId).send(conversation, message)
}

/** Edits, takes back or reacts to a message in a member's name, under the same limit. */
export async function changeFromMember(
  env: HubEnv,
  memberId: string,
  conversation: string,
  change: OwnChange,
): Promise<{ ok: true } | Refusal> {
  return env.MEMBER_HUB.getByName(memberId).change(conversation, change)
}

/** A page does without its badges and its inbox rather than wait for longer. */
const patienceMs = 2_000
/** The first search may have to add older conversations to the index. */
const searchPatienceMs = 5_000
const disconnectPatienceMs = 1_200

/** The newest conversations of a member, of one tab or of both, or null when their hub does not answer in time. */
export function readInbox(
  env: HubEnv,
  memberId: string,
  options: { limit?: number; before?: number; only?: 'inbox' | 'requests' } = {},
): Promise<InboxRow[] | null> {
  const { limit, before, only } = options
  return orNull('inbox', patienceMs, env.MEMBER_HUB.getByName(memberId).inbox(limit, before, only))
}

/** What a member's own messages hold of a text, or null when their hub does not answer in time. */
export function searchMessages(
  env: HubEnv,
  memberId: string,
  text: string,
  after: SearchCursor | null,
): Promise<FoundPage | null> {
  return orNull('search', searchPatienceMs, env.MEMBER_HUB.getByName(memberId).search(text, after))
}

/** Unread counts for the badges, or null when the hub does not answer in time. */
export function readSummary(env: HubEnv, memberId: string): Promise<Summary | null> {
  return orNull('summary', patienceMs, env.MEMBER_HUB.getByName(memberId).freshSummary())
}

/** What a member has set, or null when their hub does not answer in time (`defaultPreferences` stand in then). */
export function readPreferences(env: HubEnv, memberId: string): Promise<Preferences | null> {
  return orNull('preferences', patienceMs, env.MEMBER_HUB.getByName(memberId).preferences())
}

/** Whole keys take the place of what was set before; answers all of it. */
export async function changePreferences(env: HubEnv, memberId: string, changed: Partial<Preferences>): Promise<Preferences> {
  return env.MEMBER_HUB.getByName(memberId).changePreferences(changed)
}

/** Whether others may see that a member is there; their connections hear of it. Null when the hub is away. */
export function setVisibility(env: HubEnv, memberId: string, showsOnline: boolean): Promise<void | null> {
  return orNull('visibility', patienceMs, env.MEMBER_HUB.getByName(memberId).setVisibility(showsOnline))
}

/**
 * Keeps a notification and shows it as the member wishes. Repeats with the same id are dropped, so a caller may try again;
 * true when the hub has it. One failure is tried again here, unless the hub is overloaded. `exceptSid`: the session that
 * did it itself is not told. `quietly`: it is kept and counted, but shows nowhere by itself.
 */
export async function notifyMember(
  env: HubEnv,
  memberId: string,
  notice: Notice,
  options: { exceptSid?: string; quietly?: boolean } = {},
): Promise<boolean> {
  const notify = async () => {
    await env.MEMBER_HUB.getByName(memberId).notify(notice, options)
    return true
  }
  try {
    return await notify()
  } catch (error) {
    if (error instanceof Error && 'overloaded' in error && error.overloaded) return false
    return (await orNull('notify', patienceMs, notify())) ?? false
  }
}

/**
 * Nothing in a member's hub names somebody any more: neither their conversation nor notifications of any kind, also where
 * others are counted with them.
 */
export async function forgetPerson(env: HubEnv, memberId: string, personId: string): Promise<void> {
  await env.MEMBER_HUB.getByName(memberId).forgetPerson(personId)
}

/** No more letters about these kinds. */
export async function stopLetters(env: HubEnv, memberId: string, kinds: readonly NotificationKind[]): Promise<void> {
  await env.MEMBER_HUB.getByName(memberId).stopLetters(kinds)
}

/** All of a kind up to a time were looked at, in the place that they lead to. Null when the hub is away. */
export function markKindRead(env: HubEnv, memberId: string, kind: NotificationKind, until: number): Promise<void | null> {
  return orNull('seen', patienceMs, env.MEMBER_HUB.getByName(memberId).markKindRead(kind, until))
}

/** A visit was left: the member is told of it with others, in a while. Null when the hub is away. */
export function expectVisitors(env: HubEnv, memberId: string): Promise<void | null> {
  return orNull('visit', patienceMs, env.MEMBER_HUB.getByName(memberId).expectVisitors())
}

/** A like that was taken back is told of no more. Null when the hub is away. */
export function forgetLike(env: HubEnv, memberId: string, fromId: string): Promise<void | null> {
  return orNull('like', patienceMs, env.MEMBER_HUB.getByName(memberId).forgetLike(fromId))
}

/** Kept notifications, newest first; null when the hub does not answer in time. */
export function readNotices(
  env: HubEnv,
  memberId: string,
  options: { limit: number; before: NotificationCursor | null },
): Promise<KeptNotice[] | null> {
  return orNull('notices', patienceMs, env.MEMBER_HUB.getByName(memberId).notices(options.limit, options.before))
}

/** One notification, or all (`id` null), were looked at; answers how many are left. */
export async function markNoticesRead(env: HubEnv, memberId: string, id: string | null): Promise<{ unread: number }> {
  return env.MEMBER_HUB.getByName(memberId).markNoticesRead(id)
}

/** Marks a conversation as read up to `seq`; null when the member has no such conversation. `unread`: total afterwards. */
export async function markRead(
  env: HubEnv,
  memberId: string,
  conversation: string,
  seq: number,
): Promise<{ unread: number } | null> {
  return env.MEMBER_HUB.getByName(memberId).markRead(conversation, seq)
}

/** Closes a session's connections (4401) and refuses new ones; call it wherever a session ends. Null when the hub is away. */
export function disconnectSession(env: HubEnv, memberId: string, sid: string): Promise<void | null> {
  return insist(() => env.MEMBER_HUB.getByName(memberId).disconnect(sid))
}

/** Closes all connections of a member (4403) who may not act any more. Null when the hub is away. */
export function disconnectMember(env: HubEnv, memberId: string): Promise<void | null> {
  return insist(() => env.MEMBER_HUB.getByName(memberId).disconnectAll())
}

/** A hub that restarts in this moment must not leave anyone in: access ends within 5 s, so that is all the time there is. */
async function insist(disconnect: () => Promise<void>): Promise<void | null> {
  for (const pauseMs of [200, 1_000]) {
    if ((await orNull('disconnect', disconnectPatienceMs, disconnect())) !== null) return
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return orNull('disconnect', disconnectPatienceMs, disconnect())
}
