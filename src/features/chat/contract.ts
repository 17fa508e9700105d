import * as v from 'valibot'
import { action, read } from '#shared/routing/action.ts'
import type { Summary } from '#features/member-hub/contract.ts'
import type { GiftInput, GiftResult } from '#shared/realtime/gift-kind.ts'
import type { DirectAnswer, DirectConversationRpc, DirectDelivery, DirectHubRpc } from '#shared/realtime/direct/direct-socket.ts'
import type { EvidenceMessage } from '#shared/realtime/message-evidence.ts'
import type { DayQuota } from '#shared/quota-day.ts'
import {
  limits,
  reactions,
  type AnswerCode,
  type ConversationStage,
  type JoinData,
  type Receipt,
  type PresenceUser,
  type Reaction,
  type SendData,
  type PreviewKind,
  type Since,
  type WireMessage,
  type WirePhoto,
} from '#shared/realtime/wire.ts'
import type { ConversationRows } from '#shared/realtime/stored-rows.ts'
import { lengthOf } from '#shared/text/cut.ts'
import { hasVisible } from '#shared/text/visible.ts'

/** Kinds of conversation. A direct one belongs to a match or request and shows both members under their own ids. */
export type ConversationKind = 'direct' | 'anonymous' | 'blind'

export type { EvidenceMessage }

export const chatActions = {
  send: action<SendData>('/api/chat/send', 'send-message'),
  /** Uploads a photo before the message that contains it. */
  photo: action<{ photo: WirePhoto }>('/api/chat/photo', ''),
  /** Serves the photo's bytes. */
  showPhoto: read('/api/chat/photo/:conversation/:id'),
  read: action<{ unread: number }>('/api/chat/read', 'read-conversation'),
  edit: action('/api/chat/edit', 'edit-message'),
  delete: action('/api/chat/delete', 'delete-message'),
  react: action('/api/chat/react', 'react-to-message'),
  unmatch: action('/api/chat/unmatch', 'unmatch'),
}

const conversation = v.pipe(v.string('required'), v.regex(/^[\w-]{1,64}$/, 'invalid'))
const seq = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'invalid'), v.transform(Number))], 'required'),
  v.safeInteger('invalid'),
  v.minValue(0, 'invalid'),
)

const cid = v.pipe(v.string('required'), v.regex(/^[\w-]{8,64}$/, 'invalid'))
const photoId = v.pipe(v.string('invalid'), v.regex(/^[\w-]{22}$/, 'invalid'))
const bytes = v.instance(Uint8Array<ArrayBuffer>, 'required')

/** POST /api/chat/send. The server writes `cid` into the form, so that a form sent twice creates one message. */
export const sendInput = v.pipe(
  v.object({
    conversation,
    cid,
    /** May be '' if there is a photo. */
    text: v.pipe(
      v.string('required'),
      v.check((text) => lengthOf(text) <= limits.messageText, 'too-long'),
    ),
    /** The seq of the quoted message; '' for none. */
    replyTo: v.optional(
      v.union(
        [
          v.pipe(
            v.literal(''),
            v.transform(() => undefined),
          ),
          seq,
        ],
        'invalid',
      ),
    ),
    /** Id of a photo that was uploaded earlier. */
    photo: v.optional(photoId),
    /** The photo's bytes, if the form is sent without a script. */
    file: v.optional(bytes),
  }),
  v.forward(
    v.check(({ text, photo, file }) => hasVisible(text) || photo !== undefined || file !== undefined, 'required'),
    ['text'],
  ),
)

/** POST /api/chat/photo: a photo for a message of this conversation. A repeat with the same `cid` counts as the same upload. */
export const photoInput = v.object({ conversation, cid, file: bytes })

/** GET /api/chat/photo/{conversation}/{id}. */
export const photoAddress = v.object({ conversation, id: photoId })

/** POST /api/chat/read: the member has seen everything up to `seq`. */
export const readInput = v.object({ conversation, seq })

/** POST /api/chat/edit: replaces the text of the member's own message. With a photo it may be ''. */
export const editInput = v.object({
  conversation,
  seq,
  text: v.pipe(
    v.string('required'),
    v.check((text) => lengthOf(text) <= limits.messageText, 'too-long'),
  ),
})

/** POST /api/chat/delete: deletes the member's own message for both. */
export const deleteInput = v.object({ conversation, seq })

/** POST /api/chat/react: sets the member's reaction; '' removes it. */
export const reactInput = v.object({ conversation, seq, emoji: v.union([v.literal(''), v.picklist(reactions)], 'choice') })

/** POST /api/chat/unmatch: ends the match and its conversation for both. */
export const unmatchInput = v.object({ conversation })

/**
 * A range of a conversation in the order of sending. `head`: the log's newest position. `more`: older messages exist before the
 * first one; `later`: newer ones after the last. `marks`: receipts of the other members.
 */
export type HistoryPage = {
  epoch: string
  head: number
  more: boolean
  later: boolean
  messages: WireMessage[]
  /** Messages outside the range that some of these answer, with the beginnings of long texts. */
  quoted: WireMessage[]
  marks: Receipt[]
}

/** Selects a range: below, above or around a seq; without one, the newest. */
export type HistoryWindow = { limit: number; before?: number; after?: number; at?: number }

/** `request`: the one message of a member who is not a match, which waits for an answer. `lines`: what came with the likes. */
export type OpenInput = {
  kind: ConversationKind
  members: readonly [string, string]
  at: number
  lines?: readonly SeedMessage[]
  request?: { from: string; cid: string; text: string }
}
/** Without an epoch, `replyTo` means the conversation's current one. */
export type SendInput = {
  member: string
  cid: string
  text: string
  replyTo?: { epoch?: string; seq: number }
  photo?: string
}
export type ChangeInput = { member: string; seq: number } & (
  | { kind: 'edit'; text: string }
  | { kind: 'delete' }
  | { kind: 'react'; emoji: Reaction | '' }
)
/** `hidden`: the member hides their presence. */
export type JoinInput = { member: string; connection: string; hidden: boolean; since?: Since }
export type ClientEventInput = { member: string; event: `client-${string}`; dataJson: string }
/** A message with its own time: from before the match, or demo data. */
export type SeedMessage = { from: string; cid: string; text: string; sentAt: number }

export type PresenceChange =
  | { event: 'presence:subscribed'; users: PresenceUser[]; rev: number }
  | { event: 'presence:joining' | 'presence:leaving'; user: PresenceUser; rev: number }

/**
 * A conversation's delivery to one member's hub: a range of its log and changes of presence. Repeats are harmless: the hub drops
 * what it already has by epoch and position, the client drops old presence by `rev`.
 */
export type Delivery = {
  conversation: string
  epoch: string
  /** The receiving member's id, as others see it. */
  self: string
  other: string
  openedAt: number
  /** The stage for the receiving member. */
  stage: ConversationStage
  /** Current versions of the messages, by their latest positions. Those with a `seq` above the hub's head are new. */
  messages: WireMessage[]
  /** The range starts after this position. A hub whose head is lower takes nothing of it and answers `hasGap`. */
  since: number
  /** With this range, the hub has the log up to this position. */
  upTo: number
  presence: PresenceChange[]
  /** All receipts of the other members, if some have changed. */
  marks: Receipt[]
  /** True for demo data: rows are written, but no notifications sent. */
  silent: boolean
  /** The hub must store everything delivered so far before it answers. */
  settle: boolean
} & DirectDelivery

/** A member's receipts, as positions of the log. */
export type Progress = { delivered: number; read: number; sharesRead: boolean }

/**
 * A hub's answer to a delivery. It may show a message before storing it: only messages up to `stored` need no further delivery.
 * `hasGap`: the hub lacks messages before the range, and took nothing of it.
 */
export type Acknowledgement = { progress: Progress; stored: number; hasGap: boolean; direct?: DirectAnswer }

/** Distributes over a union; a plain Omit would merge its members into one. */
type WithoutMember<Input> = Input extends { member: string } ? Omit<Input, 'member'> : never
/** A message or change by a member; their hub adds the member's id. */
export type OwnMessage = WithoutMember<SendInput>
export type OwnChange = WithoutMember<ChangeInput>

/** A client event for the connections of a conversation; `dataJson` is already JSON. */
export type HubClientEvent = { conversation: string; event: `client-${string}`; from: string; dataJson: string }

/** `retryAfterS`: whole seconds until a retry is useful; only with `too-many`. */
export type Refusal = { ok: false; code: AnswerCode; retryAfterS?: number }
export type SendResult = ({ ok: true } & SendData) | Refusal
/** For the sender's hub. Without `delivery`, one follows as for every hub. `isRepeat`: the message was already stored. */
export type SentResult = ({ ok: true; delivery?: Delivery; isRepeat?: true } & SendData) | Refusal
/** `present` and `rev`: the members present as of this join. */
export type JoinResult = { ok: true; data: JoinData; present: PresenceUser[]; rev: number } | Refusal

/**
 * The conversation's calls for the worker and the members' hubs. Callers name the member for whom they act and have authenticated
 * them; the conversation checks that they belong to it.
 */
export interface ConversationRpc extends ConversationRows, DirectConversationRpc {
  /** Opens it and both members' inbox rows. Idempotent; a repeat retries what failed. An object of an earlier build takes no lines. */
  open(input: OpenInput): Promise<{ epoch: string; takesLines?: true }>
  /** Declines the request: it disappears for the receiver, and its sender sees no change. */
  decline(): Promise<void>
  /** Ends a request that was never accepted, and deletes all its data. */
  expire(): Promise<void>
  /** Ends the conversation for good; its log stays, for reports. */
  close(): Promise<void>
  /** Deletes everything for good, because one of the two is purged. Idempotent; throws while a hub cannot be reached. */
  purge(): Promise<void>

  /** Stores a message once per sender and cid; a repeat gets the first answer. Called by the sender's hub. */
  sendFromHub(input: SendInput): Promise<SentResult>
  /** Writes a gift into the log exactly once, however often it is called, even after the conversation has ended. */
  sendGift(input: GiftInput): Promise<GiftResult>
  /** Edits, deletes or reacts to a message. Idempotent. Called by the member's hub. */
  change(input: ChangeInput): Promise<{ ok: true } | Refusal>
  clientEvent(input: ClientEventInput): Promise<{ ok: true } | Refusal>
  /** Adds a connection and returns what it has missed, or the newest page if that cannot be determined. */
  join(input: JoinInput): Promise<JoinResult>
  leave(member: string, connections: readonly string[]): void | Promise<void>
  /** Shows or hides the member's presence from now on. */
  show(member: string, isHidden: boolean): void | Promise<void>
  /** Takes a member's receipts from their hub. */
  mark(member: string, progress: Progress): void | Promise<void>

  /** Returns a range of the log; null for anyone who is not a member. */
  history(member: string, window: HistoryWindow): Promise<HistoryPage | null>
  /** Returns the newest messages between these two, for a report; also from a conversation that has ended. */
  evidence(members: readonly [string, string], most: number): EvidenceMessage[] | Promise<EvidenceMessage[]>
  /** Returns the photo that a member uploaded under this `cid`, if the upload is complete. */
  findUpload(member: string, cid: string): Promise<{ ok: true; photo: WirePhoto | null } | Refusal>
  /** Records a photo before it is stored. */
  reserveUpload(
    member: string,
    cid: string,
    fresh: { id: string; key: string },
  ): Promise<{ ok: true; id: string; key: string } | Refusal>
  /** Records that the photo is stored. */
  confirmUpload(
    member: string,
    id: string,
    drawn: { width: number; height: number; size: number },
  ): Promise<{ ok: true; photo: WirePhoto } | Refusal>
  /** Returns a photo's storage key, for a member who may see it. */
  photoKey(member: string, id: string): Promise<string | null>

  /** Adds messages with their own times, silently. Idempotent. `seed…`: demo data, local environments only. */
  importMessages(messages: readonly SeedMessage[]): Promise<{ seq: number }>
  seedMessages(messages: readonly SeedMessage[]): Promise<void>
}

/** New requests between two resets at 04:00 local (product.md 'Talking'). */
export const requestsPerDay = 10
/** Characters (code points) of a request's message. */
export const requestTextLimit = 500
/** Characters (code points) of a search text; the rest is dropped. */
export const searchLength = 100
/** A request that is not accepted expires after this time. */
export const requestLifetimeMs = 30 * 24 * 60 * 60 * 1000
export type SentRequest = { conversation: string }
export const requestActions = {
  send: action<SentRequest>('/api/chat/request', 'send-request'),
  accept: action<{ conversation: string }>('/api/chat/accept', 'accept-request'),
  decline: action('/api/chat/decline', 'decline-request'),
}

/**
 * How a member may write to somebody, as a profile shows it. `sent`: the one message was sent; `conversation` is null once it has
 * expired. Nothing reveals whether it was seen, declined or ignored. `none`: their own request was declined, or the pair has
 * ended.
 */
export type WriteView =
  | { kind: 'open' | 'incoming'; conversation: string }
  | { kind: 'sent'; conversation: string | null }
  | { kind: 'form'; quota: DayQuota; cid: string }
  | { kind: 'none' }

type Answer<Value> = Value | Promise<Value>

/** A member's hub's calls for messages; the conversations deliver to it. */
export interface ChatHubRpc extends DirectHubRpc {
  inbox(limit?: number, before?: number, only?: 'inbox' | 'requests'): Answer<InboxRow[]>
  /** Searches the member's own messages; `text` is a result of `searchText`. */
  search(text: string, after: SearchCursor | null): Answer<FoundPage>
  /** A message that the member sends over HTTP; on a connection it arrives as a frame. */
  send(conversation: string, message: OwnMessage): Answer<SendResult>
  /** Edits, deletes or reacts to a message in the member's name. */
  change(conversation: string, change: OwnChange): Answer<{ ok: true } | Refusal>
  /** Marks everything up to `seq` as seen; null if the member has no such conversation. `unread`: total afterwards. */
  markRead(conversation: string, seq: number): Answer<{ unread: number } | null>

  /** Takes a conversation's delivery, shows new messages and answers how far it has stored the log. */
  deliver(delivery: Delivery): Answer<Acknowledgement>
  /** Removes a conversation that has ended: no row, count, notification or open channel remains. Idempotent. */
  drop(conversation: string): Answer<void>
  clientEvent(event: HubClientEvent): Answer<void>
}

/** One conversation in a member's inbox. `at`: time of the last message, or of the opening, in ms. */
export type InboxRow = {
  conversation: string
  /** The other member's id. */
  other: string
  /** Start of the last message on one line; '' before the first one. */
  preview: string
  at: number
  unread: number
  /** True when the last message is the member's own. */
  fromMe: boolean
  previewKind: PreviewKind
  stage: ConversationStage
}

/** The answer to a join of `private-member.{id}`: everything that a client missed while disconnected. */
export type MemberJoinData = { summary: Summary; inbox: InboxRow[] }

/** A part of a found text; `hit`: it matches the search text. */
export type SnippetPart = { text: string; hit: boolean }
/** A message that a search has found; `seq` is its position in its conversation. */
export type FoundMessage = { conversation: string; seq: number; at: number; fromMe: boolean; snippet: SnippetPart[] }
/** Newest first. `next` is the cursor of the next page; `isComplete`: nothing is still being indexed. */
export type FoundPage = { hits: FoundMessage[]; next: string | null; isComplete: boolean }
/** The cursor of a page of results: the page starts after the message with this time and id. */
export type SearchCursor = { at: number; id: number }
