import type { ChangeInput, SendInput } from '#features/chat/contract.ts'
import type { ConversationStage, NotificationKind, PresenceUser, PreviewKind, WireMessage, Marks } from '#shared/wire.ts'

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

/** What the badges show. */
export type Summary = {
  /** Unread messages over all open conversations. */
  unread: number
  /** Incoming requests that wait for an answer. */
  requests: number
  /** Notifications that were not looked at yet. */
  notifications: number
  /** Of which at the bell: what no tab counts already. */
  bell: number
  /** People whose likes were not looked at yet. */
  likes: number
  /** Only conversations with something unread. */
  conversations: { conversation: string; unread: number }[]
}

/** Answer of a join of `private-member.{id}`: what a client that was away needs to be right again. */
export type MemberJoinData = { summary: Summary; inbox: InboxRow[] }

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
  marks: Marks[]
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
export type Acknowledgement = { progress: Progress; stored: number; lacks: boolean }

/** Distributes over a union, which a plain Omit would melt into one. */
type WithoutMember<Input> = Input extends { member: string } ? Omit<Input, 'member'> : never
/** What a member writes or changes; their hub adds whose it is. */
export type OwnMessage = WithoutMember<SendInput>
export type OwnChange = WithoutMember<ChangeInput>

/** A client event on its way to the connections of a conversation; `dataJson` is JSON already. */
export type HubClientEvent = { conversation: string; event: `client-${string}`; from: string; dataJson: string }

/** A poll call as the edge has read it: each frame is JSON, or `ping`. */
export type PollInput = { poll?: string; ack: number; frames: readonly string[]; close?: true }
/** `showsOnline`: what the hub knows of it, beside a queue that was just opened. */
export type PollReply = {
  poll: string
  frames: { n: number; text: string }[]
  closed?: { code: number; reason: string }
  showsOnline?: boolean | null
}

/** What a kind of notification may do besides being kept in the list. */
export type NotificationChannels = { toast: boolean; sound: boolean; email: boolean }

/** From and to as `HH:MM` in the member's time zone; over midnight when `end` is not after `start`. */
export type QuietHours = { start: string; end: string }

/** What a member has set for themselves; their hub owns it. */
export type Preferences = {
  /** Others learn how far one has read; only those who tell are told. */
  readMarks: boolean
  /** Others learn that one is writing. */
  typing: boolean
  notifications: Record<NotificationKind, NotificationChannels>
  quietHours: QuietHours | null
}

/** Everyone's until they change it, and what stands in while a hub does not answer. */
export const defaultPreferences: Preferences = {
  readMarks: true,
  typing: true,
  notifications: {
    message: { toast: true, sound: true, email: true },
    request: { toast: true, sound: true, email: true },
    match: { toast: true, sound: true, email: true },
    like: { toast: true, sound: true, email: false },
    visitor: { toast: true, sound: false, email: false },
    favourite: { toast: true, sound: true, email: false },
    moderation: { toast: true, sound: true, email: false },
    security: { toast: true, sound: true, email: true },
  },
  quietHours: null,
}

/** A stretch of a found text; `hit`: it is what was searched for. */
export type SnippetPart = { text: string; hit: boolean }
/** A message that a search has found; `seq` is its place in its conversation. */
export type FoundMessage = { conversation: string; seq: number; at: number; fromMe: boolean; snippet: SnippetPart[] }
/** Newest first. `next` names the place after which older ones follow; `isComplete`: nothing is still being indexed. */
export type FoundPage = { hits: FoundMessage[]; next: string | null; isComplete: boolean }
