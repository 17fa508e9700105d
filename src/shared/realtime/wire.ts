import * as v from 'valibot'
import { lengthOf } from '../text/cut.ts'
import { hasVisible } from '../text/visible.ts'
import type { GiftKind } from './gift-kind.ts'

/**
 * The realtime protocol: the same JSON frames over WebSocket and long polling (spec §7 'Realtime socket'). A client sends
 * requests, the server sends answers and events. Every frame from a client passes through `parseRequest`; no other code trusts a
 * frame.
 */

export const limits = {
  /** Bytes of one frame, UTF-8. */
  frameBytes: 64 * 1024,
  /** Characters (code points) of a message text. */
  messageText: 2000,
  /** After this time a text can no longer be edited. */
  editMs: 15 * 60_000,
  /** Body of a poll call; a client puts only as many frames into one as fit. */
  pollCallBytes: 256 * 1024,
} as const

/** Limits only needed by the server; browsers do not load them. */
export const serverLimits = {
  /** Bytes of a client event's data, as JSON. */
  clientEventBytes: 4 * 1024,
  /** Per member, over all connections. */
  clientEventsPerSecond: 10,
  /** Requests of one member, of any type, over all connections. */
  requestsPerSecond: 200,
  /** Messages in one page of a join's answer. */
  joinPage: 300,
  /** Cloudflare's cap for an automatic response, in bytes. */
  autoResponseBytes: 2048,
} as const

/** Timings of spec §9 'Socket', and of the heartbeat. */
export const timings = {
  connectTimeoutMs: 10_000,
  firstConnectAttempts: 2,
  afterForcedCloseAttempts: 3,
  afterForcedCloseDelayMs: 1_000,
  minBackoffMs: 1_000,
  maxBackoffMs: 5_000,
  backoffJitter: 0.5,
  requestTimeoutMs: 20_000,
  pingIntervalMs: 10_000,
  /** A connection that was silent for this long counts as closed. */
  silenceMs: 25_000,
  pollHoldMs: 10_000,
  /** Interval at which a polling client tries a WebSocket again. */
  socketRetryMs: 60_000,
  accessTokenMs: 10 * 60_000,
} as const

/** 4401 and 4403 stop the client; 4408 and 1012 reconnect; 4429 backs off. */
export const closeCodes = {
  unauthorized: 4401,
  forbidden: 4403,
  timeout: 4408,
  restart: 1012,
  tooMany: 4429,
  tooBig: 1009,
  badFrame: 1008,
  /** The client's own code: a WebSocket that is open replaces polling. */
  switched: 4000,
} as const

export const channelName = {
  member: (id: string): MemberChannel => `private-member.${id}`,
  conversation: (id: string): ConversationChannel => `presence-conversation.${id}`,
}
export type MemberChannel = `private-member.${string}`
export type ConversationChannel = `presence-conversation.${string}`
export type ChannelName = MemberChannel | ConversationChannel

/** The client's own code: an open WebSocket replaces polling. */
export function parseChannel(name: string): { kind: 'member' | 'conversation'; id: string } | null {
  const found = /^(?:private-(member)|presence-(conversation))\.([\w-]{1,64})$/.exec(name)
  if (!found) return null
  return { kind: found[1] ? 'member' : 'conversation', id: found[3] ?? '' }
}

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const channel = v.pipe(v.string(), v.maxLength(96))
const auth = v.object({ token: v.pipe(v.string(), v.maxLength(4096)) })
const since = v.object({ epoch: v.pipe(v.string(), v.maxLength(64)), seq: id })

const joinRequest = v.object({ id, type: v.literal('channel:join'), channel, auth, since: v.optional(since) })
const leaveRequest = v.object({ id, type: v.literal('channel:leave'), channel, auth })
const clientEventRequest = v.object({
  id,
  type: v.literal('channel:clientEvent'),
  channel,
  event: v.pipe(v.string(), v.regex(/^client-[\w-]{1,64}$/)),
  data: v.optional(v.unknown()),
})
const sendRequest = v.pipe(
  v.object({
    id,
    type: v.literal('message:send'),
    channel,
    /** Chosen by the client, unique per sender: a repeat gets the first answer. */
    cid: v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)),
    /** May be '' beside a photo. On polling `cipher` replaces it (src/shared/realtime/text-cipher.ts). */
    text: v.pipe(
      v.string(),
      v.check((text) => lengthOf(text) <= limits.messageText),
    ),
    replyTo: v.optional(v.object({ epoch: v.string(), seq: id })),
    /** Id of a photo that the sender has uploaded for this conversation. */
    photo: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{22}$/))),
  }),
  v.check(({ text, photo }) => photo !== undefined || hasVisible(text)),
)

/** The member has seen everything up to `seq`. */
const readRequest = v.object({ id, type: v.literal('message:read'), channel, seq: id })

const request = v.variant('type', [joinRequest, leaveRequest, clientEventRequest, sendRequest, readRequest])

export type Since = v.InferOutput<typeof since>
export type JoinRequest = v.InferOutput<typeof joinRequest>
export type LeaveRequest = v.InferOutput<typeof leaveRequest>
export type ClientEventRequest = v.InferOutput<typeof clientEventRequest>
export type SendRequest = v.InferOutput<typeof sendRequest>
export type ReadRequest = v.InferOutput<typeof readRequest>
export type Request = v.InferOutput<typeof request>

export type ParsedFrame =
  | { ok: true; request: Request }
  | { ok: false; id: number | null; code: 'bad-json' | 'bad-frame' | 'too-big' }

/** Parses a client's frame; never throws, whatever the text contains. */
export function parseRequest(text: string): ParsedFrame {
  if (text.length > limits.frameBytes) return { ok: false, id: null, code: 'too-big' }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { ok: false, id: null, code: 'bad-json' }
  }
  const parsed = v.safeParse(request, json)
  if (parsed.success) return { ok: true, request: parsed.output }
  const named = v.safeParse(v.object({ id }), json)
  return { ok: false, id: named.success ? named.output.id : null, code: 'bad-frame' }
}

export type AnswerCode =
  | 'bad-frame'
  | 'unauthorized'
  | 'forbidden'
  | 'not-joined'
  | 'too-many'
  | 'too-big'
  | 'conflict'
  /** An encounter's message contains a link, a number or a handle elsewhere. */
  | 'contact-details'
  | 'unavailable'

export type Answer<Data = unknown> =
  | { id: number; status: 'success'; data?: Data }
  /** `retryAfterS`: whole seconds until a retry is useful; only with `too-many`. */
  | { id: number; status: 'error'; code: AnswerCode; message: string; retryAfterS?: number }

/** One per member and message; another one replaces it. */
export const reactions = ['❤️', '😂', '😮', '😢', '🔥', '👍'] as const
export type Reaction = (typeof reactions)[number]

/**
 * A message as everyone in the conversation sees it. `seq` is its position; `sentAt` in ms of the server's clock. An edit, a
 * deletion or a reaction takes the next position in the log, `change`. The whole message is then delivered again in its current
 * form.
 */
export type WireMessage = {
  epoch: string
  seq: number
  cid: string
  from: string
  text: string
  sentAt: number
  replyTo?: Since
  photo?: WirePhoto
  /** A gift: such a message has no text, and no client can send one. */
  gift?: GiftKind
  /** The log position of its latest change; absent for an unchanged message. */
  change?: number
  editedAt?: number
  /** Deleted for both: text, photo, gift and reactions are removed. */
  deleted?: true
  reactions?: { from: string; emoji: Reaction }[]
}

/** Pixels of the largest size. */
export type WirePhoto = { id: string; width: number; height: number }

/** Returns the latest position of a message in the log, which cursors and heads count. */
export function positionOf(message: Pick<WireMessage, 'seq' | 'change'>): number {
  return message.change ?? message.seq
}

/**
 * A member's receipts: everything up to `delivered` has reached one of their devices, up to `read` was seen. Both count log
 * positions and only grow. `read` stays 0 unless both share read receipts.
 */
export type Receipt = { user_id: string; delivered: number; read: number }

export type JoinData = {
  epoch: string
  head: number
  recovered: boolean
  more: boolean
  messages: WireMessage[]
  /** Receipts of the other members. */
  marks: Receipt[]
}
export type SendData = { epoch: string; seq: number; sentAt: number }
export type PresenceUser = { user_id: string }

/** Every kind of notification; each has its own settings (product.md 'Talking'). */
export const notificationKinds = [
  'message',
  'request',
  'match',
  'reveal',
  'like',
  'visitor',
  'favourite',
  'stranger',
  'blind-date',
  'order',
  'gift',
  'verification',
  'moderation',
  'security',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** The notification entity of spec §3, as broadcast on the member's channel. */
export type NotificationPayload = {
  id: string
  kind: NotificationKind
  /** True means error style. */
  type?: string
  icon?: string
  title: string
  message: string
  /** Chat id: leads to /messages?chat={link}. */
  link?: string
  /** Id of an anonymous chat: leads to /anonymous-chat/{link_anon}. */
  link_anon?: string
  link_blind?: string
  /** Order id: leads to /store?order={link_order}. */
  link_order?: string
  like_out?: boolean
  like_remain?: number
  timer_on?: boolean
  /** Seconds left when it was sent. */
  timer?: number
  /** False: shown without a sound, because of the member's settings or quiet hours. */
  sound?: boolean
}

/** Identifies the notification of a like to the member who gave it, so that the sending tab recognises it. */
export const ownLikeId = (to: string) => `like-out:${to}`

/**
 * The kind of the newest message; `photo`, `gift` and `deleted` have texts in the reader's language. The preview of a gift is its
 * `GiftKind`.
 */
export type PreviewKind = 'text' | 'photo' | 'gift' | 'deleted'
/** `incoming` and `outgoing`: a request not yet accepted, from the partner or from the member. */
export type ConversationStage = 'open' | 'incoming' | 'outgoing'

/**
 * A change of the inbox: enough to update one row and the badges. `totalUnread` counts open conversations, `requests` the waiting
 * incoming ones. `gone`: the conversation has ended for this member.
 */
export type InboxEvent = {
  conversation: string
  unread: number
  totalUnread: number
  requests: number
  preview: string
  previewKind: PreviewKind
  stage: ConversationStage
  at: number
  from: string
  gone?: true
}

/**
 * The member's state in anonymous chat, for all their devices. `id`: of the chat, from `paired` on. `since`: an ISO instant in
 * UTC, with `waiting` and `paired`. `ended` without an id is the end of a wait.
 */
export type AnonymousEvent = { state: 'waiting' | 'paired' | 'revealed' | 'ended'; id?: string; since?: string }

/**
 * The same for blind dates. `id` is null before two are paired; `until`: when the state ends, an ISO instant in UTC, or null if
 * no clock ends it.
 */
export type BlindDateEvent = {
  id: string | null
  state: 'booked' | 'lobby' | 'offered' | 'talking' | 'voting' | 'matched' | 'ended'
  until: string | null
}

export type ServerEvent =
  | { event: 'message'; channel: ConversationChannel; data: WireMessage }
  | { event: 'presence:subscribed'; channel: ConversationChannel; data: PresenceUser[]; rev: number }
  | { event: 'presence:joining' | 'presence:leaving'; channel: ConversationChannel; data: PresenceUser; rev: number }
  | { event: 'marks'; channel: ConversationChannel; data: Receipt }
  /** Access to the channel has ended: no more events come, and further joins are refused. */
  | { event: 'closed'; channel: ConversationChannel; data: null }
  | { event: 'notification'; channel: MemberChannel; data: NotificationPayload }
  /** Unread notifications, the ones among them that the bell counts, and the people whose likes are included. */
  | { event: 'notifications'; channel: MemberChannel; data: { unread: number; bell: number; likes: number } }
  /** New visitors, as in their list. Visits within a few seconds are sent together, and without names. */
  | { event: 'visitors'; channel: MemberChannel; data: { people: number } }
  /** The member's cart or one of their orders has changed. `revision`: of the cart, as pages have it. */
  | { event: 'cart'; channel: MemberChannel; data: { revision: number } }
  /** Asks whether one of the member's windows has the focus, before a push message goes to their devices. */
  | { event: 'attention'; channel: MemberChannel; data: null }
  | { event: 'inbox'; channel: MemberChannel; data: InboxEvent }
  | { event: 'anonymous'; channel: MemberChannel; data: AnonymousEvent }
  | { event: 'blind-date'; channel: MemberChannel; data: BlindDateEvent }
  | { event: `client-${string}`; channel: ConversationChannel; data: unknown; from: string }
  /** Heads of the joined channels: the answer to `ping`. */
  | { event: 'pong'; data: Record<string, number> }

export type ServerFrame = Answer | ServerEvent

/**
 * A WebSocket opened with this parameter gets frames that are sent together as one: an array. On polling they travel together
 * anyway.
 */
export const packedParameter = 'packed'

/** Returns the frames in a text that came over a WebSocket. */
export function readFrames(text: string): ServerFrame[] {
  const read = JSON.parse(text) as ServerFrame | ServerFrame[]
  return Array.isArray(read) ? read : [read]
}

/**
 * Narrows an event by its name. The `client-…` member of the union has a template type as its name, so comparing names alone does
 * not narrow.
 */
export function isEvent<Name extends Exclude<ServerEvent['event'], `client-${string}`>>(
  event: ServerEvent,
  name: Name,
): event is Extract<ServerEvent, { event: Name }> {
  return event.event === name
}

export const ping = 'ping'
/** A client sends this event while someone is typing. */
export const typingEvent = 'client-typing'
/** A window that has the focus answers `attention` with this event, in the member's own channel. */
export const attentionEvent = 'client-attention'

/**
 * POST /realtime/poll: frames as on a WebSocket, `ping` among them. A call without `poll` opens a queue. `ack` is the highest `n`
 * received; everything above it is resent. `close`: the client leaves, like a WebSocket's close.
 */
export const pollCall = v.object({
  poll: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))),
  ack: v.optional(id, 0),
  frames: v.optional(v.array(v.unknown()), []),
  close: v.optional(v.literal(true)),
})
export type PollCall = v.InferInput<typeof pollCall>

/** Server frames, numbered from 1 per queue. With `closed` the queue has ended, with a WebSocket's close code. */
export type PollAnswer<Frame = ServerFrame> = {
  poll: string
  frames: { n: number; frame: Frame }[]
  closed?: { code: number; reason: string }
}

/** Texts of spec §8, verbatim. */
export const socketErrors = {
  join: (name: string) => `Failed to connect to the ${name} channel`,
  leave: (name: string) => `Failed to leave from the ${name} channel`,
  socket: 'Failed to establish socket connection',
} as const
