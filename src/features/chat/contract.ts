import * as v from 'valibot'
import { action, read } from '#shared/routing/action.ts'
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
  type Since,
  type WireMessage,
  type WirePhoto,
} from '#shared/realtime/wire.ts'

/** Kinds of conversation; a direct one belongs to a match and shows both members under their own ids. */
export type ConversationKind = 'direct' | 'anonymous' | 'blind'

export const chatActions = {
  send: action<SendData>('/api/chat/send', 'send-message'),
  /** A photo for a message, before the message. */
  photo: action<{ photo: WirePhoto }>('/api/chat/photo', ''),
  /** The photo itself. */
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

/** POST /api/chat/send. `cid` is written into the form by the server, so that a form sent twice is one message. */
export const sendInput = v.pipe(
  v.object({
    conversation,
    cid,
    /** May be '' beside a photo. */
    text: v.pipe(
      v.string('required'),
      v.check((text) => [...text].length <= limits.messageText, 'too-long'),
    ),
    /** The seq of the message that is answered; '' for none. */
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
    /** Id of a photo that was uploaded before. */
    photo: v.optional(photoId),
    /** A photo as the form brings it. */
    file: v.optional(bytes),
  }),
  v.forward(
    v.check(({ text, photo, file }) => text.trim().length > 0 || photo !== undefined || file !== undefined, 'required'),
    ['text'],
  ),
)

/** POST /api/chat/photo: a photo for a message of this conversation. `cid` makes a repeat the same upload. */
export const photoInput = v.object({ conversation, cid, file: bytes })

/** GET /api/chat/photo/{conversation}/{id}. */
export const photoAddress = v.object({ conversation, id: photoId })

/** POST /api/chat/read: everything up to `seq` has been seen. */
export const readInput = v.object({ conversation, seq })

/** POST /api/chat/edit: another text for one's own message. Beside a photo it may be ''. */
export const editInput = v.object({
  conversation,
  seq,
  text: v.pipe(
    v.string('required'),
    v.check((text) => [...text].length <= limits.messageText, 'too-long'),
  ),
})

/** POST /api/chat/delete: takes one's own message back for both. */
export const deleteInput = v.object({ conversation, seq })

/** POST /api/chat/react: '' takes the reaction away. */
export const reactInput = v.object({ conversation, seq, emoji: v.union([v.literal(''), v.picklist(reactions)], 'choice') })

/** POST /api/chat/unmatch: ends the match and its conversation for both. */
export const unmatchInput = v.object({ conversation })

/**
 * A stretch of a conversation in its own order. `head`: the log's newest place; `more`: older messages exist before the
 * first one; `later`: newer ones after the last; `marks`: how far the other members are.
 */
export type HistoryPage = {
  epoch: string
  head: number
  more: boolean
  later: boolean
  messages: WireMessage[]
  /** What some of these answer and what is not among them, with the beginnings of long texts. */
  quoted: WireMessage[]
  marks: Receipt[]
}

/** Which stretch: below, above or around a seq; without one, the newest. */
export type HistoryWindow = { limit: number; before?: number; after?: number; at?: number }

/** `request`: it begins with the one message of a member who is no match, and waits for the other. */
export type OpenInput = {
  kind: ConversationKind
  members: readonly [string, string]
  at: number
  request?: { from: string; cid: string; text: string }
}
/** Without an epoch, `replyTo` is of the conversation's own. */
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
/** `hidden`: the member's presence does not show. */
export type JoinInput = { member: string; connection: string; hidden: boolean; since?: Since }
export type ClientEventInput = { member: string; event: `client-${string}`; dataJson: string }
/** A message with its own time: of an encounter before the match, or demo data. */
export type SeedMessage = { from: string; cid: string; text: string; sentAt: number }

export type PresenceChange =
  | { event: 'presence:subscribed'; users: PresenceUser[]; rev: number }
  | { event: 'presence:joining' | 'presence:leaving'; user: PresenceUser; rev: number }

/**
 * What a conversation hands to one member's hub: a stretch of its log and changes of presence. Repeats are harmless:
 * the hub drops what it has by epoch and place, the client presence by `rev`.
 */
export type Delivery = {
  conversation: string
  epoch: string
  /** Id under which the others know the receiving member. */
  self: string
  other: string
  openedAt: number
  /** For the receiving member. */
  stage: ConversationStage
  /** By their places as they are now. Below the hub's head by `seq` is what has changed, above it what is new. */
  messages: WireMessage[]
  /** The stretch goes on from here: a hub that has less takes nothing of it. */
  since: number
  /** With these the hub has the log up to here. */
  upTo: number
  presence: PresenceChange[]
  /** How far the others are, whole, when that has changed. */
  marks: Receipt[]
  /** True for demo data: rows, but no notifications. */
  silent: boolean
  /** The hub answers when it has stored all that it was told so far. */
  settle: boolean
}

/** How far a member is in a conversation, in places of its log. */
export type Progress = { delivered: number; read: number; sharesRead: boolean }

/**
 * A hub's answer to a delivery. It may show a message before it has stored it: `stored` says up to which place nothing needs
 * to be told again. `lacks`: it has not what came before the stretch, and took nothing of it.
 */
export type Acknowledgement = { progress: Progress; stored: number; hasGap: boolean }

/** Distributes over a union, which a plain Omit would melt into one. */
type WithoutMember<Input> = Input extends { member: string } ? Omit<Input, 'member'> : never
/** What a member writes or changes; their hub adds whose it is. */
export type OwnMessage = WithoutMember<SendInput>
export type OwnChange = WithoutMember<ChangeInput>

/** A client event on its way to the connections of a conversation; `dataJson` is JSON already. */
export type HubClientEvent = { conversation: string; event: `client-${string}`; from: string; dataJson: string }

/** `retryAfterS`: whole seconds until a repeat makes sense; with `too-many`. */
export type Refusal = { ok: false; code: AnswerCode; retryAfterS?: number }
export type SendResult = ({ ok: true } & SendData) | Refusal
/** For the sender's hub; without a delivery, one comes as to every other hub. `isRepeat`: it was stored before, and is answered again. */
export type SentResult = ({ ok: true; delivery?: Delivery; isRepeat?: true } & SendData) | Refusal
/** `present` and `rev`: who is there, as of this join. */
export type JoinResult = { ok: true; data: JoinData; present: PresenceUser[]; rev: number } | Refusal

/**
 * What the worker and the members' hubs call a conversation for. Callers name the member they act for and have checked who
 * that is; the conversation checks that it is one of its own.
 */
export interface ConversationRpc {
  /** Opens the conversation and both members' inbox rows; a repeat changes nothing but tries again what failed. */
  open(input: OpenInput): Promise<{ epoch: string }>
  /** The receiver does not want the request: it is gone for them, and nothing changes for its sender. */
  decline(): Promise<void>
  /** Ends a request that nobody has accepted and leaves nothing of it. */
  expire(): Promise<void>
  /** Ends the conversation for good; its log stays, for reports. */
  close(): Promise<void>

  /** Writes a message once per sender and cid; a repeat gets the first one's answer. Called by the sender's hub. */
  sendFromHub(input: SendInput): Promise<SentResult>
  /** Edits, takes back or reacts to a message, once. Called by the member's hub. */
  change(input: ChangeInput): Promise<{ ok: true } | Refusal>
  clientEvent(input: ClientEventInput): Promise<{ ok: true } | Refusal>
  /** Enters a connection and answers what it has missed, or the newest page when that cannot be told. */
  join(input: JoinInput): Promise<JoinResult>
  leave(member: string, connections: readonly string[]): void | Promise<void>
  /** The member shows their presence from now on, or hides it. */
  show(member: string, isHidden: boolean): void | Promise<void>
  /** How far a member is, by their hub. */
  mark(member: string, progress: Progress): void | Promise<void>

  /** A stretch of the log; null for who is no member. */
  history(member: string, window: HistoryWindow): Promise<HistoryPage | null>
  /** The newest messages between these two, for a report: also of a conversation that has ended. */
  evidence(members: readonly [string, string], most: number): EvidenceMessage[] | Promise<EvidenceMessage[]>

  /** A photo that a member has uploaded under this `cid`, if it is whole. */
  findUpload(member: string, cid: string): Promise<{ ok: true; photo: WirePhoto | null } | Refusal>
  /** Notes a photo before it is stored. */
  reserveUpload(
    member: string,
    cid: string,
    fresh: { id: string; key: string },
  ): Promise<{ ok: true; id: string; key: string } | Refusal>
  /** The photo is stored. */
  confirmUpload(
    member: string,
    id: string,
    drawn: { width: number; height: number; size: number },
  ): Promise<{ ok: true; photo: WirePhoto } | Refusal>
  /** The storage key of a photo, for a member who may see it. */
  photoKey(member: string, id: string): Promise<string | null>

  /** Adds messages with times of their own, silently; a repeat adds nothing. `seed…`: demo data, local environments only. */
  importMessages(messages: readonly SeedMessage[]): Promise<{ seq: number }>
  seedMessages(messages: readonly SeedMessage[]): Promise<void>
}

/** New requests between two resets at 04:00 local (product.md 'Talking'). */
export const requestsPerDay = 10
/** Characters (code points) of a request's message. */
export const requestTextLimit = 500
/** A request that nobody has accepted is gone after so long. */
export const requestLifetimeMs = 30 * 24 * 60 * 60 * 1000

export type SentRequest = { conversation: string }

export const requestActions = {
  send: action<SentRequest>('/api/chat/request', 'send-request'),
  accept: action<{ conversation: string }>('/api/chat/accept', 'accept-request'),
  decline: action('/api/chat/decline', 'decline-request'),
}

/**
 * What a member can do to write to someone, as a profile shows it. `sent`: the one message was written; its conversation
 * is null once it has expired, and nothing tells whether it was seen, declined or ignored. `none`: theirs was declined, or
 * the two have parted.
 */
export type WriteView =
  | { kind: 'open' | 'incoming'; conversation: string }
  | { kind: 'sent'; conversation: string | null }
  | { kind: 'form'; quota: DayQuota; cid: string }
  | { kind: 'none' }

/** A message as a report keeps it, with its time in ms. `photo.key` names the object that `findChatPhoto` finds. */
export type EvidenceMessage = {
  seq: number
  from: string
  text: string
  sentAt: number
  editedAt?: number
  /** Taken back before the report: its text was gone by then. */
  deleted?: true
  photo?: { key: string | null; width: number; height: number }
}
