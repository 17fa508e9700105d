import type { WireMessage } from '../wire.ts'

/**
 * The second socket of a page: straight to the conversation on screen, with the frames of `wire.ts` and one channel. The member's
 * hub admits it, and stays responsible for everything that concerns the member rather than the conversation (decisions/046).
 */

/** The route of the socket, below that of the first one. */
export const directSocketRoute = '/realtime/conversations/:conversation'
/** Any other text must not name an object. */
export const isConversationId = (text: string): boolean => /^[\w-]{1,64}$/.test(text)
/** Query parameter: the member whose page it is. Another member may have signed in since in this browser. */
export const memberParameter = 'member'
/** Query parameter of both sockets: the page they belong to, so that the hub knows what each page has on screen. */
export const tabParameter = 'tab'
/** An id that a page chooses for itself. */
export const isTab = (text: string | undefined): text is string => text !== undefined && /^[\w-]{8,64}$/.test(text)

/** Returns the address of the second socket; `socketURL` is that of the first one. */
export function directSocketURL(socketURL: string, conversation: string, member: string): string {
  return `${socketURL}/conversations/${conversation}?${memberParameter}=${member}`
}

/** What a conversation has to know about a member with a direct socket. */
export type DirectFacts = {
  /** The member shares that they are typing, and sees it of others. */
  typing: boolean
  /** The member does not show their presence. */
  isHidden: boolean
  /** The member shares read receipts, but none for what they read up to this position, while they shared none. */
  sharesRead: boolean
  keptRead: number
  /** Each of the member's devices shows this conversation by a direct socket: their hub may get messages later. */
  isAlone: boolean
}

/**
 * Messages that a member may send over direct sockets without asking their hub each time. `used`: spent since the last report;
 * `held`: not spent yet; `wanted`: how many more.
 */
export type LeaseReport = { used: number; held: number; wanted: number }
/** Null while another report of the member is under way: two would count the same messages twice. */
export type NextReport = LeaseReport | null

/** `rev` grows with every change of the member's sockets in the conversation, so that an older list cannot undo a newer one. */
export type DirectAdmission = {
  connection: string
  /** The member's other sockets in this conversation. */
  others: readonly string[]
  sid: string
  tab: string
  rev: number
  lease: NextReport
}
export type DirectAdmitted = { ok: true; facts: DirectFacts; granted: number } | { ok: false; code: number; reason: string }

/** The member's direct sockets in a conversation, as the conversation has them. */
export type DirectState = { connections: readonly string[]; rev: number; lease: NextReport }
/** The hub's answer to it. */
export type DirectAnswer = { facts: DirectFacts; granted: number }

/** `isPaid`: the hub has counted one message itself. Otherwise `waitMs` without a grant is the time to wait. */
export type Leased = { granted: number; isPaid: boolean; waitMs: number }

/** Which sockets have to close: those of one session, or all of the member's (null). */
export type DirectEnd = { sid: string | null; code: number; reason: string }

/** The parts of a delivery to a hub that concern direct sockets. */
export type DirectDelivery = {
  /** A page of the member shows the messages already, over a direct socket. */
  isShown?: true
  /** A page of the member has read everything up to this position, and this while the member did not share that. */
  read?: number
  keptRead?: number
  /** The member's direct sockets, if the hub may not know them as they are. */
  direct?: DirectState
}

/** A conversation's calls for the hubs of members with direct sockets. */
export interface DirectConversationRpc {
  /** Closes direct sockets of a member, because their hub has ended that access. Idempotent. */
  endDirect(member: string, end: DirectEnd): void | Promise<void>
  /** Takes what has changed about a member with direct sockets. */
  takeDirectFacts(member: string, facts: DirectFacts): void | Promise<void>
  /** Delivers at once what the member's hub does not have yet; resolves when that was tried. */
  catchUp(member: string): Promise<void>
  /** Returns what the log has above a position, in the order of positions, for the member's own hub; null once it has ended. */
  readSince(member: string, position: number): Promise<{ messages: WireMessage[]; upTo: number } | null>
}

/** A hub's calls for the conversations to which its member has direct sockets. */
export interface DirectHubRpc {
  /** Admits a direct socket to a conversation, and records it: when its session ends, the hub closes it there. */
  admitDirect(conversation: string, admission: DirectAdmission): DirectAdmitted | Promise<DirectAdmitted>
  /** Grants messages to a conversation's direct sockets, because one waits to be sent. */
  leaseMessages(conversation: string, report: LeaseReport): Leased | Promise<Leased>
}
