import * as v from 'valibot'

/**
 * The realtime protocol: the same JSON frames over WebSocket and long polling (spec §7 'Realtime socket').
 * A client sends requests, the server sends answers and events. Everything the server reads from a client passes
 * `parseRequest`; nothing else trusts a frame.
 */

export const limits = {
  /** Bytes of one frame, UTF-8. */
  frameBytes: 64 * 1024,
  /** Bytes of a client event's data, as JSON. */
  clientEventBytes: 4 * 1024,
  clientEventsPerSecond: 10,
  /** Requests of one connection, of any type. */
  requestsPerSecond: 200,
  /** Characters (code points) of a message text. */
  messageText: 2000,
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
  /** A connection that was silent for so long is gone. */
  silenceMs: 25_000,
  pollHoldMs: 10_000,
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
} as const

export const channelName = {
  member: (id: string): MemberChannel => `private-member.${id}`,
  conversation: (id: string): ConversationChannel => `presence-conversation.${id}`,
}
export type MemberChannel = `private-member.${string}`
export type ConversationChannel = `presence-conversation.${string}`
export type ChannelName = MemberChannel | ConversationChannel

/** Splits a channel name, or null when it is none of ours. */
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
const sendRequest = v.object({
  id,
  type: v.literal('message:send'),
  channel,
  /** Chosen by the client, unique per sender: a repeat gets the first one's answer. */
  cid: v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)),
  text: v.pipe(
    v.string(),
    v.check((text) => text.trim().length > 0),
    v.check((text) => [...text].length <= limits.messageText),
  ),
  replyTo: v.optional(v.object({ epoch: v.string(), seq: id })),
})

const request = v.variant('type', [joinRequest, leaveRequest, clientEventRequest, sendRequest])

export type Since = v.InferOutput<typeof since>
export type JoinRequest = v.InferOutput<typeof joinRequest>
export type LeaveRequest = v.InferOutput<typeof leaveRequest>
export type ClientEventRequest = v.InferOutput<typeof clientEventRequest>
export type SendRequest = v.InferOutput<typeof sendRequest>
export type Request = v.InferOutput<typeof request>

export type ParsedFrame =
  | { ok: true; request: Request }
  | { ok: false; id: number | null; code: 'bad-json' | 'bad-frame' | 'too-big' }

/** Reads a client's frame; never throws, whatever the text holds. */
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
  | 'unavailable'

export type Answer<Data = unknown> =
  | { id: number; status: 'success'; data?: Data }
  | { id: number; status: 'error'; code: AnswerCode; message: string }

/** A message as everyone in the conversation sees it. `sentAt` in ms of the server's clock. */
export type WireMessage = {
  epoch: string
  seq: number
  cid: string
  from: string
  text: string
  sentAt: number
  replyTo?: Since
}

export type JoinData = { epoch: string; head: number; recovered: boolean; more: boolean; messages: WireMessage[] }
export type SendData = { epoch: string; seq: number; sentAt: number }
export type PresenceUser = { user_id: string }

/** The notification entity of spec §3, as broadcast on the member's channel. */
export type NotificationPayload = {
  id: string
  kind: 'message' | 'match' | 'like'
  /** Truthy means error style. */
  type?: string
  icon?: string
  title: string
  message: string
  /** Chat id: leads to /messages?chat={link}. */
  link?: string
  link_anon?: string
  link_blind?: string
  like_out?: boolean
  like_remain?: number
  timer_on?: boolean
  timer?: number
}

/** What changed in the inbox: enough to redraw one row and the badge. */
export type InboxEvent = { conversation: string; unread: number; totalUnread: number; preview: string; at: number; from: string }

export type ServerEvent =
  | { event: 'message'; channel: ConversationChannel; data: WireMessage }
  | { event: 'presence:subscribed'; channel: ConversationChannel; data: PresenceUser[]; rev: number }
  | { event: 'presence:joining' | 'presence:leaving'; channel: ConversationChannel; data: PresenceUser; rev: number }
  | { event: 'notification'; channel: MemberChannel; data: NotificationPayload }
  | { event: 'inbox'; channel: MemberChannel; data: InboxEvent }
  | { event: `client-${string}`; channel: ConversationChannel; data: unknown; from: string }
  /** Heads of the joined channels: the answer to `ping`. */
  | { event: 'pong'; data: Record<string, number> }

export type ServerFrame = Answer | ServerEvent

export const ping = 'ping'

/** Texts of spec §8, word for word. */
export const socketErrors = {
  join: (name: string) => `Failed to connect to the ${name} channel`,
  leave: (name: string) => `Failed to leave from the ${name} channel`,
  socket: 'Failed to establish socket connection',
} as const
